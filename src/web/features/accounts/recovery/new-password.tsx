import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "#web/lib/api.ts";
import { apiPath } from "#web/lib/paths.ts";
import { openAuth } from "#web/lib/auth-events.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { FormFailure } from "#web/ui/form-failure.tsx";
import { failureText } from "../failure-text.ts";
import { toast } from "#web/ui/toast.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { NewPasswordFields } from "../auth-dialog/password-input.tsx";
import { useUser } from "../user-provider.tsx";
import { LinkCheck } from "./link-check.tsx";

/** The target of an emailed link: checks the link, then asks for the new password. Only the last step uses the link up. */
export function NewPassword({ token }: { token: string }) {
  const [done, setDone] = useState(false);
  const check = useQuery({
    queryKey: [apiPath("POST /api/auth/password-reset/check"), token],
    queryFn: ({ signal }) => callApi("POST /api/auth/password-reset/check", { body: { token }, signal }),
    gcTime: 0,
    enabled: !done,
  });
  if (done) {
    return (
      <div className="grid justify-items-start gap-5" role="status">
        <Callout tone="good" title="Your password has been changed">
          You've been signed out of every browser. Log in with your new password.
        </Callout>
        <Button size="lg" onClick={() => openAuth({ tab: "login", redirect: "/my-tickets" })}>
          Log in
        </Button>
      </div>
    );
  }
  return (
    <LinkCheck check={check} kind="reset">
      {({ username }) => <NewPasswordForm token={token} username={username} onDone={() => setDone(true)} />}
    </LinkCheck>
  );
}

function NewPasswordForm({ token, username, onDone }: { token: string; username: string; onDone: () => void }) {
  const { user, signOut } = useUser();
  const form = useZodForm({
    schema: async () => (await import("../auth-dialog/auth-schemas.ts")).newPasswordForm,
    defaults: { password: "", confirmPassword: "" },
    failureText,
    submit: async ({ password }) => {
      await callApi("POST /api/auth/password-reset/complete", { body: { token, password } });
      // Every session of the account has ended; if someone else is signed in in this browser, theirs ends too.
      if (user) signOut();
      toast({ title: "Password changed", description: "Log in with your new password.", tone: "good" });
      onDone();
    },
  });

  return (
    <form {...form.props} className="grid gap-5">
      <p className="text-muted">
        Set a new password for <strong className="text-ink">{username}</strong>. You'll be signed out of every browser.
      </p>
      <FormFailure form={form} />
      {/* Tells a password manager which login to update. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <NewPasswordFields form={form} isChange />
      <Button type="submit" size="lg" loading={form.isBusy}>
        Set new password
      </Button>
    </form>
  );
}
