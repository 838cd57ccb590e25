import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { failureText } from "../failure-text.ts";

const requestForm = z.object({
  identifier: z.string().check(z.trim(), z.minLength(3, "Enter your username or email")),
});
type RequestForm = z.infer<typeof requestForm>;

/** Requests the link. The response is the same for every name, so nobody can find out who has an account. */
export function RequestForm() {
  const form = useForm<RequestForm>({ resolver: zodResolver(requestForm), defaultValues: { identifier: "" } });
  const { errors, isSubmitting } = form.formState;
  const [asked, setAsked] = useState(false);
  const [failure, setFailure] = useState<string>();

  const submit = form.handleSubmit(async ({ identifier }) => {
    setFailure(undefined);
    try {
      await callJson("POST", "/api/auth/password-reset", { body: { identifier } });
      setAsked(true);
    } catch (error) {
      setFailure(failureText(error));
    }
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
    <form noValidate onSubmit={(e) => void submit(e)} className="grid gap-5">
      {failure && <Callout tone="bad" title={failure} />}
      <Field label="Username or email" error={errors.identifier?.message}>
        <Input {...form.register("identifier")} autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Button type="submit" size="lg" loading={isSubmitting}>
        Send me a link
      </Button>
    </form>
  );
}
