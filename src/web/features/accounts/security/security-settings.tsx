import { useSuspenseQuery } from "@tanstack/react-query";
import { Callout } from "#web/ui/callout.tsx";
import { PanelSection } from "../panel/panel-section.tsx";
import { useUser } from "../user-provider.tsx";
import { AuthenticatorApp } from "./authenticator-app.tsx";
import { Passkeys } from "./passkeys.tsx";
import { secondFactorsQuery } from "./queries.ts";
import { RecoveryRow } from "./recovery-row.tsx";
import { StaffPolicyRow } from "./staff-policy-row.tsx";
import { DelicateGate } from "./use-delicate.tsx";

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
      <DelicateGate factors={factors}>
        <div className="grid">
          <AuthenticatorApp factors={factors} />
          <Passkeys factors={factors} />
          {hasFactor && <RecoveryRow factors={factors} />}
          {isAdmin && !factors.missing && <StaffPolicyRow hasFactor={hasFactor} />}
        </div>
      </DelicateGate>
    </PanelSection>
  );
}
