import { useSuspenseQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Callout } from "#web/ui/callout.tsx";
import { PanelSection, SecurityRow } from "../panel/panel-section.tsx";
import { useUser } from "../user-provider.tsx";
import { AuthenticatorApp } from "./authenticator-app.tsx";
import { Passkeys } from "./passkeys.tsx";
import { secondFactorsQuery, policyPath, staffPolicyQuery } from "../panel/queries.ts";
import { useDelicate } from "./use-delicate.ts";
import { useState } from "react";
import type { SecondFactors } from "#contract/second-factor.ts";
import { callJson } from "#web/lib/call.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { takeAnswer } from "#web/lib/query-client.ts";

/** The account panel's two-factor section: authenticator app, passkeys, recovery codes. For members. */
export function SecuritySettings() {
  const { isAdmin } = useUser();
  const { data: factors } = useSuspenseQuery({ ...secondFactorsQuery(), refetchOnMount: "always" });
  const hasFactor = factors.totp !== null || factors.passkeys.length > 0;

  return (
    <PanelSection title="Two-factor authentication" text="Keeps others out, even if they know your password.">
      {factors.missing && (
        <Callout tone="soon" title="Staff must use two-factor authentication">
          Set up an authenticator app or a passkey to use staff pages.
        </Callout>
      )}
      <div className="grid">
        <AuthenticatorApp factors={factors} />
        <Passkeys factors={factors} />
        {hasFactor && <RecoveryRow factors={factors} />}
        {isAdmin && !factors.missing && <StaffPolicyRow hasFactor={hasFactor} />}
      </div>
    </PanelSection>
  );
}

/** The codes to use when the user has lost every device. */
function RecoveryRow({ factors }: { factors: SecondFactors }) {
  const { run, isBusy, refresh } = useDelicate();
  const [codes, setCodes] = useState<string[]>();
  const left = factors.recoveryCodesLeft;

  const renew = () =>
    run(async () => {
      const made = await callJson<{ recoveryCodes: string[] }>("POST", "/api/me/second-factor/recovery-codes");
      setCodes(made.recoveryCodes);
      await refresh();
    });

  return (
    <SecurityRow
      title="Recovery codes"
      badge={<Badge tone={left > 2 ? "plain" : "soon"}>{left} left</Badge>}
      text="Each one lets you in once if you lose your phone. New codes replace the old ones."
      action={
        <Button variant="outline" size="sm" loading={isBusy} onClick={() => void renew()}>
          Create new codes
        </Button>
      }
    >
      <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
    </SecurityRow>
  );
}

/** For admins: whether all staff must use two-factor authentication. */
function StaffPolicyRow({ hasFactor }: { hasFactor: boolean }) {
  const { run, isBusy } = useDelicate();
  const queryClient = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(staffPolicyQuery());
  if (!data) {
    return error ? (
      <SecurityRow
        title="Require two-factor for staff"
        text="We couldn't load this setting."
        action={
          <Button variant="outline" size="sm" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    ) : null;
  }

  const put = (required: boolean) =>
    run(async () => {
      const kept = await callJson("PUT", policyPath, { body: { required } });
      await takeAnswer(queryClient, staffPolicyQuery().queryKey, kept);
    });

  return (
    <SecurityRow
      title="Require two-factor for staff"
      badge={data.required && <Badge tone="gold">Required</Badge>}
      text={
        hasFactor
          ? "Admins and moderators without two-factor can sign in, but can't use staff pages until they set it up."
          : "Set up your own two-factor first. Then you can require it for all staff."
      }
      action={
        hasFactor && (
          <Button variant="outline" size="sm" loading={isBusy} onClick={() => void put(!data.required)}>
            {data.required ? "Make optional" : "Require"}
          </Button>
        )
      }
    />
  );
}
