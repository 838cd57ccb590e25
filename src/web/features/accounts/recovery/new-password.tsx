import * as z from "zod/mini";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "#web/lib/api.ts";
import { apiPath } from "#web/lib/api-path.ts";
import { openAuth } from "#web/lib/auth-events.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { failureText, isLinkOver } from "../failure-text.ts";
import { toast } from "#web/ui/toast.ts";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { newPasswordForm, NewPasswordFields, UsernameField } from "../auth-dialog/password-input.tsx";
import { useUser } from "../user-provider.tsx";
import { resetFields } from "#contract/form-fields.ts";

const requestForm = z.object(resetFields);

/** Requests the link. The response is the same for every name, so nobody can find out who has an account. */
export function RequestForm() {
  const [isRequested, setRequested] = useState(false);
  const form = useZodForm({
    schema: requestForm,
    defaults: { identifier: "" },
    failureText,
    submit: async (body) => {
      await callApi("POST /api/auth/password-reset", { body });
      setRequested(true);
    },
  });

  if (isRequested) {
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
        <Button variant="outline" onClick={() => setRequested(false)}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <form {...form.props} className="grid gap-5">
      {form.failure && <Callout tone="bad" title={form.failure} />}
      <UsernameField label="Username or email" {...form.field("identifier")} />
      <Button type="submit" size="lg" loading={form.isBusy}>
        Send me a link
      </Button>
    </form>
  );
}

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
  if (check.isPending) {
    return (
      <div role="status" className="grid gap-4">
        <span className="sr-only">Checking your link…</span>
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-14 w-40" />
      </div>
    );
  }
  if (check.isError) {
    return isLinkOver(check.error) ? (
      <div className="grid gap-6">
        <Callout tone="soon" title="This link has expired">
          It was already used, or its 30 minutes are up. Request a new one.
        </Callout>
        <RequestForm />
      </div>
    ) : (
      <div className="grid justify-items-start gap-5">
        <Callout tone="bad" title={failureText(check.error)} />
        <Button variant="outline" onClick={() => void check.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  return <NewPasswordForm token={token} username={check.data.username} onDone={() => setDone(true)} />;
}

function NewPasswordForm({ token, username, onDone }: { token: string; username: string; onDone: () => void }) {
  const { user, signOut } = useUser();
  const form = useZodForm({
    schema: newPasswordForm,
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
      {form.failure && <Callout tone="bad" title={form.failure} />}
      {/* Tells a password manager which login to update. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <NewPasswordFields form={form} isChange />
      <Button type="submit" size="lg" loading={form.isBusy}>
        Set new password
      </Button>
    </form>
  );
}
