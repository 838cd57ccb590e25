import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { callApi } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { FormFailure } from "#web/ui/form-failure.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { UsernameField } from "../auth-dialog/password-input.tsx";
import { failureText, isLinkOver } from "../failure-text.ts";

/** What an emailed link is for. */
type LinkKind = "reset" | "sign_in";

const requests = { reset: "POST /api/auth/password-reset", sign_in: "POST /api/auth/sign-in-link" } as const;

/** Requests a link. The response is the same for every name, so nobody can find out who has an account. */
export function RequestForm({ kind }: { kind: LinkKind }) {
  const [isRequested, setRequested] = useState(false);
  const form = useZodForm({
    schema: async () => (await import("../auth-dialog/auth-schemas.ts")).requestForm,
    defaults: { identifier: "" },
    failureText,
    submit: async (body) => {
      await callApi(requests[kind], { body });
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
      <FormFailure form={form} />
      <UsernameField label="Username or email" {...form.field("identifier")} />
      <Button type="submit" size="lg" loading={form.isBusy}>
        Send me a link
      </Button>
    </form>
  );
}

type Checked = { username: string };
type LinkCheckProps = { check: UseQueryResult<Checked>; kind: LinkKind; children: (link: Checked) => ReactNode };

/** Shows whether an emailed link is still valid: what it opens, or how to get another one. */
export function LinkCheck({ check, kind, children }: LinkCheckProps) {
  if (check.data) return children(check.data);
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
  if (isLinkOver(check.error)) {
    return (
      <div className="grid gap-6">
        <Callout tone="soon" title="This link has expired">
          It was already used, or its 30 minutes are up. Request a new one.
        </Callout>
        <RequestForm kind={kind} />
      </div>
    );
  }
  return (
    <div className="grid justify-items-start gap-5">
      <Callout tone="bad" title={failureText(check.error)} />
      <Button variant="outline" onClick={() => void check.refetch()}>
        Try again
      </Button>
    </div>
  );
}
