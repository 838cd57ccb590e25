import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Session } from "#web/features/accounts/session.ts";
import { UserProvider } from "#web/features/accounts/user-provider.tsx";
import { type Site, SiteProvider } from "#web/lib/site.ts";

type ProvidersProps = { queryClient: QueryClient; session: Session; site: Site; children: ReactNode };

export function Providers({ queryClient, session, site, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <SiteProvider value={site}>
        <UserProvider session={session}>{children}</UserProvider>
      </SiteProvider>
    </QueryClientProvider>
  );
}
