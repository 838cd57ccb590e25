import { useEffect } from "react";
import * as z from "zod/mini";
import { buyerFields } from "#contract/form-fields.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { type Buyer, keepBuyer, readBuyer } from "./purchase.ts";

const buyerForm = z.object(buyerFields);

type BuyerFormProps = { action: string; isBusy: boolean; onSubmit: (buyer: Buyer) => Promise<void> };

/** The buyer's details: two fields and one button. Saved for the session, so a second order is prefilled. */
export function BuyerForm({ action, isBusy, onSubmit }: BuyerFormProps) {
  const { user, isAuthenticated } = useUser();
  // No default values: text typed before the scripts loaded must stay.
  const form = useZodForm<Buyer>({
    schema: buyerForm,
    messages: {
      name: "Enter your name",
      email: (email) =>
        email ? "Enter an email like name@example.com" : "Enter your email so we can send your tickets",
    },
    submit: async (buyer) => {
      keepBuyer(buyer);
      await onSubmit(buyer);
    },
  });
  const { getValues, reset } = form;
  const isReady = useHydrated();
  const ownName = isAuthenticated ? (user?.displayName ?? "") : "";

  useEffect(() => {
    const known = readBuyer();
    const { name, email } = getValues();
    reset({ name: name || known?.name || ownName, email: email || known?.email || "" });
  }, [getValues, reset, ownName]);

  const keep = () => keepBuyer(getValues());

  return (
    <form {...form.props} method="post" className="grid gap-4">
      <Field label="Your name" required {...form.field("name", { onBlur: keep })}>
        <Input autoComplete="name" maxLength={120} />
      </Field>
      <Field
        label="Email"
        hint="We'll send your tickets and updates about your order here."
        required
        {...form.field("email", { onBlur: keep })}
      >
        <Input
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
      </Field>
      <Button
        type="submit"
        size="lg"
        loading={isBusy || form.isBusy}
        disabled={!isReady}
        className="disabled:opacity-100! mt-2 w-full px-3! whitespace-normal!"
      >
        {action}
      </Button>
    </form>
  );
}
