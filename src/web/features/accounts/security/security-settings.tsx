import { useSuspenseQuery } from "@tanstack/react-query";
import { Notice } from "#web/ui/notice.tsx";
import { PanelSection } from "../panel/panel-section.tsx";
import { useUser } from "../user-provider.tsx";
import { AuthenticatorApp } from "./authenticator-app.tsx";
import { Passkeys } from "./passkeys.tsx";
import { secondFactorsQuery } from "./queries.ts";
import { RecoveryRow } from "./recovery-row.tsx";
import { StaffPolicyRow } from "./staff-policy-row.tsx";
import { DelicateGate } from "./use-delicate.tsx";

/** The account panel's section on how somebody signs in: authenticator app, passkeys, recovery codes. For members. */
export function SecuritySettings() {
  const { isAdmin } = useUser();
  const { data: factors } = useSuspenseQuery({ ...secondFactorsQuery(), refetchOnMount: "always" });
  const hasFactor = factors.totp !== null || factors.passkeys.length > 0;

  return (
    <PanelSection title="Second factor" text="A second proof keeps others out, even when they know your password.">
      {factors.missing && (
        <Notice tone="soon" title="Staff need a second factor here">
          Set up an authenticator app or a passkey. Until then the staff pages stay closed to you.
        </Notice>
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
