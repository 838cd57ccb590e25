import { useRef, useState } from "react";
import * as z from "zod/mini";
import { Email } from "#contract/form-fields.ts";
import type { Order } from "#contract/orders/orders.ts";
import { thingsOf } from "#contract/orders/texts.ts";
import { callApi, refusalOf } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { newUuid } from "#web/lib/new-uuid.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout, Focused } from "#web/ui/callout.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialog.tsx";
import { Field, Input } from "#web/ui/field.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { EmailSuggestion } from "./email-suggestion.tsx";
import { storeBuyer } from "./purchase.ts";

const emailForm = z.object({ email: Email, code: z.optional(z.string()) });

const needsCode = (error: unknown) => refusalOf("POST /api/orders/{id}/email", error) === "code_invalid";

function refusalText(error: unknown): string {
  if (!(error instanceof CallError)) return "No connection. Nothing was changed. Check your internet and try again.";
  if (error.status === 429) return "Too many attempts. Nothing was changed. Try again in ten minutes.";
  return error.answer.message ?? "Something went wrong on our side. Please try again.";
}

export type ChangeEmailProps = {
  order: Order;
  linkKey?: string | undefined;
  /** Reads the order again. */
  onChanged: () => Promise<unknown>;
};

/** The new email, and the code that goes to the old one if another session placed the order. */
export function ChangeEmailDialog({ order, linkKey, onChanged, onClose }: ChangeEmailProps & { onClose: () => void }) {
  const [step, setStep] = useState<"email" | "code" | "done">("email");
  const [isTyping, setTyping] = useState(false);
  const request = useRef({ body: "", key: "" });
  const address = { params: { id: order.id }, query: { key: linkKey } };
  const isPaid = order.paidAt !== null;
  const things = thingsOf(order) === "tickets" ? "tickets" : "order";

  const form = useZodForm({
    schema: emailForm,
    defaults: { email: "", code: "" },
    messages: { email: (email) => (email ? "Enter an email like name@example.com" : "Enter the new email") },
    failureText: refusalText,
    submit: async ({ email, code }) => {
      const body = { email, ...(code ? { code } : {}) };
      const text = JSON.stringify(body);
      // The same request again is the same change.
      if (request.current.body !== text) request.current = { body: text, key: newUuid() };
      try {
        await callApi("POST /api/orders/{id}/email", { ...address, body, key: request.current.key });
      } catch (error) {
        request.current.body = error instanceof CallError ? "" : request.current.body;
        if (step === "code" || !needsCode(error)) throw error;
        await callApi("POST /api/orders/{id}/email-code", { ...address, body: {} });
        setStep("code");
        return;
      }
      storeBuyer({ name: order.buyer.name, email });
      setStep("done");
      // With the link alone, the order can't be read anymore.
      if (step === "email") await onChanged();
    },
  });
  const { email } = form.values;

  if (step === "done") {
    return (
      <Dialog onClose={onClose} title="Email changed">
        <div className="grid gap-4">
          <Focused>
            <Callout
              tone="good"
              title={isPaid ? `We emailed your ${things} to ${email}` : `We'll email your ${things} to ${email}`}
            >
              {isPaid
                ? `Links in earlier emails no longer work. We told ${order.buyer.email}, which can stop the change for 24 hours.`
                : "Nothing was sent to the old address."}
            </Callout>
          </Focused>
          <DialogFoot>
            <Button onClick={onClose}>Done</Button>
          </DialogFoot>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      onClose={onClose}
      title="Change email"
      description={
        isPaid
          ? `We'll send your ${things} to the new email. Links in earlier emails stop working.`
          : `Your ${things} will go to the new email.`
      }
    >
      <form {...form.props} className="grid gap-4">
        {form.failure && (
          <Focused key={form.formState.submitCount}>
            <Callout tone="bad" title={form.failure} />
          </Focused>
        )}
        <div className="grid gap-1.5" onFocus={() => setTyping(true)} onBlur={() => setTyping(false)}>
          <Field label="New email" hint={`It's ${order.buyer.email} now.`} required {...form.field("email")}>
            <Input type="email" autoComplete="email" />
            <EmailSuggestion email={email} isTyping={isTyping} onUse={(meant) => form.setValue("email", meant)} />
          </Field>
        </div>
        {step === "code" && (
          <Focused>
            <Field
              label="Code"
              hint={`We sent 8 digits to ${order.buyer.email}, because another session placed this order. Can't read that inbox? Contact us.`}
              required
              {...form.field("code")}
            >
              <Input inputMode="numeric" autoComplete="one-time-code" maxLength={8} />
            </Field>
          </Focused>
        )}
        <DialogFoot>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.isBusy}>
            Change email
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
