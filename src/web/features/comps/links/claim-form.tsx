import { useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { buyerFields } from "#contract/form-fields.ts";
import { callApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { useIdempotentSend } from "#web/features/refunds/form-parts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Field, Input, TextField, SelectField } from "#web/ui/field.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { claimLinkQuery } from "./queries.ts";

const claimForm = z.object({ ...buyerFields, quantity: z.number() });

type ClaimFormProps = {
  secret: string;
  /** The most units that this person can have. */
  most: number;
  onSent: (sent: { email: string; ticketCount: number }) => void;
};

/** Name and email of who claims, and how many if they can have more than one. */
export function ClaimForm({ secret, most, onSent }: ClaimFormProps) {
  const queryClient = useQueryClient();
  const sendOnce = useIdempotentSend();
  const form = useZodForm({
    schema: claimForm,
    bodyOf: ({ name, email, quantity }) => ({ name, email, quantity: Math.min(most, Number(quantity)) }),
    defaults: { name: "", email: "", quantity: "1" },
    messages: { name: "Enter your name", email: "Enter an email like name@example.com" },
    failureText: failureReason,
    submit: async ({ quantity, ...guest }) => {
      const body = { key: secret, guest, quantity };
      try {
        const { ticketCount } = await sendOnce((key) => callApi("POST /api/claim-links", { body, key }));
        onSent({ email: guest.email, ticketCount });
      } catch (failure) {
        // What is left, or whether the link is open, may have changed.
        if (failure instanceof CallError) void queryClient.invalidateQueries(claimLinkQuery(secret));
        throw failure;
      }
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      {form.failure && <Callout tone="bad" title={form.failure} />}
      <div className="across-2 items-start gap-4">
        <TextField label="Name" required {...form.field("name")} autoComplete="name" maxLength={120} />
        <Field label="Email" required hint="Your ticket goes here." {...form.field("email")}>
          <Input type="email" autoComplete="email" />
        </Field>
        {most > 1 && (
          <SelectField
            label="How many"
            {...form.field("quantity")}
            options={Array.from({ length: most }, (_, index) => [index + 1, String(index + 1)])}
          />
        )}
      </div>
      <Button type="submit" size="lg" loading={form.isBusy} className="justify-self-start max-sm:w-full">
        {Number(form.values.quantity) > 1 && most > 1 ? "Claim my tickets" : "Claim my ticket"}
      </Button>
    </form>
  );
}

/** Why a claim failed, in the server's words if it sent any. */
function failureReason(error: unknown): string {
  if (!(error instanceof CallError)) return "You're offline or the site isn't responding. Try again.";
  if (error.status === 429) return "Too many attempts. Please try again in a minute.";
  return error.answer.message ?? "Something went wrong on our side. Please try again.";
}
