import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import * as z from "zod/mini";
import { buyerFields } from "#contract/form-fields.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { PayBar } from "./checkout-frame.tsx";
import { type Buyer, keepBuyer, readBuyer } from "./purchase.ts";
import { lastBuyerQuery } from "./queries.ts";

const buyerForm = z.object(buyerFields);

type BuyerFormProps = { action: string; isBusy: boolean; onSubmit: (buyer: Buyer) => Promise<void> };

/**
 * The buyer's details: two fields and one button. Prefilled with what was typed in this tab, and otherwise from the
 * buyer's last order.
 */
export function BuyerForm({ action, isBusy, onSubmit }: BuyerFormProps) {
  const { user, isAuthenticated } = useUser();
  const { data: last } = useQuery(lastBuyerQuery());
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
    reset({
      name: name || known?.name || last?.name || ownName,
      email: email || known?.email || last?.email || "",
    });
  }, [getValues, reset, ownName, last]);

  const keep = () => keepBuyer(getValues());

  return (
    <form {...form.props} method="post" className="contents gap-4 lg:grid">
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
      <PayBar className="lg:mt-2">
        <Button
          type="submit"
          size="lg"
          loading={isBusy || form.isBusy}
          disabled={!isReady}
          className="disabled:opacity-100! w-full px-3! whitespace-normal!"
        >
          {action}
        </Button>
      </PayBar>
    </form>
  );
}
