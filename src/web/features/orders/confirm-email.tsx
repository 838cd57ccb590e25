import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { callApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Field, Input } from "#web/ui/field.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";

function failureText(error: unknown): string {
  if (!(error instanceof CallError)) return "No connection. Check your internet and try again.";
  if (error.answer.code === "too_many_requests") return "Too many attempts. Try again later, or use another email.";
  return error.answer.message ?? "Something went wrong on our side. Please try again.";
}

const codeForm = z.object({ code: z.string().check(z.regex(/^\d{8}$/)) });

type ConfirmEmailProps = {
  email: string;
  /** Called once the code was right; `extended`: something that was on hold has more time. */
  onConfirmed: (extended: boolean) => unknown;
};

/** Confirms the email that someone orders with: one press emails a code, one field takes it. */
export function ConfirmEmail({ email, onConfirmed }: ConfirmEmailProps) {
  const [isSent, setSent] = useState(false);
  const sending = useZodForm({
    schema: z.object({}),
    defaults: {},
    messages: {},
    failureText,
    submit: async () => {
      await callApi("POST /api/orders/email-code", { body: { email } });
      setSent(true);
    },
  });
  return isSent ? (
    <EnterCode email={email} onConfirmed={onConfirmed} onAgain={() => setSent(false)} />
  ) : (
    <form {...sending.props} className="mt-3 grid justify-items-start gap-3">
      {sending.failure && <Callout tone="bad" title={sending.failure} />}
      <Button type="submit" size="sm" loading={sending.isBusy}>
        Email me a code
      </Button>
    </form>
  );
}

function EnterCode({ email, onConfirmed, onAgain }: ConfirmEmailProps & { onAgain: () => void }) {
  const form = useZodForm({
    schema: codeForm,
    defaults: { code: "" },
    messages: { code: () => "Enter the 8-digit code from the email" },
    failureText,
    submit: async ({ code }) => {
      const { extended } = await callApi("POST /api/orders/email-confirmation", { body: { email, code } });
      await onConfirmed(extended);
    },
  });
  const { setFocus } = form;
  useEffect(() => setFocus("code"), [setFocus]);
  return (
    <form {...form.props} className="mt-3 grid gap-3">
      {form.failure && <Callout tone="bad" title={form.failure} />}
      <Field label="Code" hint={`We sent 8 digits to ${email}.`} required {...form.field("code")}>
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={8} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" loading={form.isBusy}>
          Confirm email
        </Button>
        <Button variant="quiet" size="sm" onClick={onAgain}>
          Send a new code
        </Button>
      </div>
    </form>
  );
}
