import type { ComponentType, ReactNode } from "react";
import { AdminPages, groupPages, pagesFor, type PlacedPage } from "#web/admin-kit/admin-pages.ts";
import { MissingSection } from "#web/admin-kit/admin-section.tsx";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { FreshProof } from "#web/features/accounts/security/fresh-proof.tsx";
import type { PageModule } from "#web/lib/page.ts";
import { PartBoundary } from "#web/ui/part-boundary.tsx";

const declared = import.meta.glob<{ adminPages: PlacedPage[] }>("../../features/*/admin-pages.tsx", { eager: true });

/** Every admin page, as features declare them, grouped by topic. */
export const adminPages = groupPages(Object.values(declared).flatMap((feature) => feature.adminPages));

const inSection = (callout: ReactNode) => <MissingSection>{callout}</MissingSection>;

/** A page of the admin area. */
export const adminPage = (Component: ComponentType): PageModule => ({
  Component: () => {
    const { user } = useUser();
    return (
      <AdminPages value={pagesFor(adminPages, user)}>
        <FreshProof>
          <PartBoundary frame={inSection}>
            <Component />
          </PartBoundary>
        </FreshProof>
      </AdminPages>
    );
  },
});
