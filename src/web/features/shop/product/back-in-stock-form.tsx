import { BellRing } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { Email } from "#contract/form-fields.ts";
import { askedText } from "#web/features/reminders/ask-form.tsx";
import { callApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field, Input } from "#web/ui/field.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";

const wishForm = z.object({ email: Email });

/** Why the wish wasn't stored. */
function sentenceFor(error: unknown): string {
  if (!(error instanceof CallError))
    return "Network connection error. Please check your internet connection and try again.";
  if (error.status === 404) return "We don't sell it anymore, so it won't be back in stock.";
  if (error.status === 429) return "Too many attempts. Please try again in a minute.";
  return "Something went wrong on our side. Please try again.";
}

/** Asks for the email that is told once when a variant can be bought again. Guests can ask, too. */
export function BackInStockForm({ variantId, name }: { variantId: number; name: string }) {
  const [sent, setSent] = useState<{ to: string; status: "asked" | "confirmed" }>();
  const form = useZodForm<{ email: string }, { email: string }>({
    schema: wishForm,
    defaults: { email: "" },
    messages: { email: "Enter an email like name@example.com" },
    failureText: sentenceFor,
    failureAt: () => "email",
    submit: async (body) => {
      const params = { id: variantId };
      const { status } = await callApi("POST /api/shop/variants/{id}/back-in-stock", { params, body });
      setSent({ to: body.email, status });
    },
  });

  // The visitor pressed the offer, so move the focus into the form; then to what it says.
  const element = form.props.ref;
  useEffect(() => element.current?.querySelector("input")?.focus({ preventScroll: true }), [element]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sent) box.current?.focus({ preventScroll: true });
  }, [sent]);

  if (sent) {
    return (
      <div ref={box} role="status" tabIndex={-1} className="flex gap-3 outline-none">
        <BellRing className="mt-1 size-5 shrink-0 text-gilt" />
        <div>
          <p className="display text-display-sm">
            {sent.status === "confirmed" ? "We'll let you know" : "Check your email"}
          </p>
          <p className="mt-1 text-sm break-words text-muted">
            {sent.status === "confirmed" ? `We'll email ${sent.to} once, when ${name} is back.` : askedText(sent.to)} It
            isn't held for you: first come, first served.
          </p>
        </div>
      </div>
    );
  }
  return (
    <form {...form.props} className="grid gap-3">
      <Field
        label="Email"
        hint={`One email, when ${name} is back, and one to confirm your address if it's new to us.`}
        {...form.field("email")}
      >
        <Input type="email" autoComplete="email" placeholder="name@example.com" />
      </Field>
      <Button type="submit" variant="outline" loading={form.isBusy}>
        Email me when it's back
      </Button>
    </form>
  );
}
