import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { type Buyer, keepBuyer, readBuyer } from "./attempt.ts";

const buyerForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1, "Enter your name"), z.maxLength(120, "Use 120 characters or fewer")),
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Enter your email so we can send your tickets"),
      z.email("Enter an email like name@example.com"),
    ),
});

export type BuyerFormProps = { action: string; isBusy: boolean; onSubmit: (buyer: Buyer) => Promise<void> };

/** The buyer's details: two fields and one button. Saved for the session, so a second order is prefilled. */
export function BuyerForm({ action, isBusy, onSubmit }: BuyerFormProps) {
  const { user, isAuthenticated } = useUser();
  const form = useForm<Buyer>({ resolver: zodResolver(buyerForm) });
  const isReady = useHydrated();
  const { errors, isSubmitting } = form.formState;
  const ownName = isAuthenticated ? (user?.displayName ?? "") : "";

  // No default values: text typed before the scripts loaded must stay.
  useEffect(() => {
    const known = readBuyer();
    const { name, email } = form.getValues();
    form.reset({ name: name || known?.name || ownName, email: email || known?.email || "" });
  }, [form, ownName]);

  const keep = () => keepBuyer(form.getValues());

  const submit = form.handleSubmit(async (buyer) => {
    keepBuyer(buyer);
    await onSubmit(buyer);
  });

  return (
    <form noValidate method="post" onSubmit={(e) => void submit(e)} className="grid gap-4">
      <Field label="Your name" error={errors.name?.message} required>
        <Input {...form.register("name", { onBlur: keep })} autoComplete="name" maxLength={120} />
      </Field>
      <Field
        label="Email"
        hint="We'll send your tickets and updates about your order here."
        error={errors.email?.message}
        required
      >
        <Input
          {...form.register("email", { onBlur: keep })}
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
        loading={isBusy || isSubmitting}
        disabled={!isReady}
        className="disabled:opacity-100! mt-2 w-full px-3! whitespace-normal!"
      >
        {action}
      </Button>
    </form>
  );
}
