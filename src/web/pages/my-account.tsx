import { Suspense } from "react";
import { AccountPanel } from "#web/features/accounts/panel/account-panel.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Skeleton } from "#web/ui/spinner.tsx";

const ConsentSection = lazyPart(
  "Your email preferences",
  async () => (await import("#web/features/consent/consent-section.tsx")).ConsentSection,
);

const CommunitySettings = lazyPart(
  "Your community settings",
  async () => (await import("#web/features/community/settings/community-settings.tsx")).CommunitySettings,
);

/** The account on My Tickets: its own settings, and what other nouns let it choose. */
export const MyAccount = () => (
  <AccountPanel>
    <Suspense fallback={<Skeleton className="h-40" />}>
      <ConsentSection />
    </Suspense>
    <Suspense fallback={<Skeleton className="h-64" />}>
      <CommunitySettings />
    </Suspense>
  </AccountPanel>
);
