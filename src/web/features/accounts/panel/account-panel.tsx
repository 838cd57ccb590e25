import { FreshProof } from "../security/fresh-proof.tsx";
import { SecuritySettings } from "../security/security-settings.tsx";
import { useUser } from "../user-provider.tsx";
import { AvatarSection } from "./avatar/avatar-section.tsx";
import { DeleteSection } from "./delete-section.tsx";
import { EmailSection } from "./email-section.tsx";
import { NameSection } from "./name-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { RecordsSection } from "./records-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";
import { useProfile } from "./use-profile.ts";

/** The user's own account settings. Guests have no account yet, but they can download and delete their data. */
export function AccountPanel() {
  const { isGuest } = useUser();
  const { profile } = useProfile();
  return (
    <FreshProof>
      {!isGuest && (
        <>
          <AvatarSection />
          <NameSection key={profile.displayName} />
          <EmailSection />
          {profile.hasPassword && <PasswordSection />}
          <SecuritySettings />
          <SessionsSection />
        </>
      )}
      <RecordsSection />
      <DeleteSection />
    </FreshProof>
  );
}
