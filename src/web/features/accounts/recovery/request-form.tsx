import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { failureText } from "../failure-text.ts";

const requestForm = z.object({
  identifier: z.string().check(z.trim(), z.minLength(3, "Enter your username or e-mail")),
});
type RequestForm = z.infer<typeof requestForm>;

/** Asks for the link. What follows is the same for every name, so that nobody can find out who has an account. */
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
        <Notice tone="good" title="Check your mail">
          If an account with a confirmed e-mail goes by that name, a link is on its way to it. It is good once, and for
          30 minutes.
        </Notice>
        <p className="text-muted">
          Nothing came? Look into the spam folder. An account without an e-mail gets its link from our staff, at the
          door or by message.
        </p>
        <Button variant="outline" onClick={() => setAsked(false)}>
          Ask again
        </Button>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {failure && <Notice tone="bad" title={failure} />}
      <Field label="Username or e-mail" error={errors.identifier?.message}>
        <Input {...form.register("identifier")} autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Button type="submit" size="lg" loading={isSubmitting}>
        Send me a link
      </Button>
    </form>
  );
}
