import { useState } from "react";
import * as z from "zod/mini";
import { resetFields } from "#contract/form-fields.ts";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { failureText } from "../failure-text.ts";

const requestForm = z.object(resetFields);

/** Requests the link. The response is the same for every name, so nobody can find out who has an account. */
export function RequestForm() {
  const [asked, setAsked] = useState(false);
  const form = useZodForm({
    schema: requestForm,
    defaults: { identifier: "" },
    failureText,
    submit: async (body) => {
      await callJson("POST", "/api/auth/password-reset", { body });
      setAsked(true);
    },
  });

  if (asked) {
    return (
      <div className="grid justify-items-start gap-5" role="status">
        <Callout tone="good" title="Check your email">
          If that account exists and has a confirmed email, we sent a link to it. The link works once and expires in 30
          minutes.
        </Callout>
        <p className="text-muted">
          Didn't get it? Check your spam folder. If your account has no email, message us or ask our staff at the door
          for a link.
        </p>
        <Button variant="outline" onClick={() => setAsked(false)}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <form {...form.props} className="grid gap-5">
      {form.failure && <Callout tone="bad" title={form.failure} />}
      <Field label="Username or email" {...form.field("identifier")}>
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Button type="submit" size="lg" loading={form.isBusy}>
        Send me a link
      </Button>
    </form>
  );
}
