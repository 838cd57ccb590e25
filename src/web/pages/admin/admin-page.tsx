import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { FreshProof } from "#web/features/accounts/security/fresh-proof.tsx";
import { AdminShell } from "#web/features/admin/admin-shell.tsx";
import { Overview } from "#web/features/admin/overview.tsx";
import type { PageModule } from "#web/lib/page.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import { sections } from "./sections.ts";

function AdminPage() {
  const [search] = useSearchParams();
  const name = search.get("section") ?? "";
  const Section = Object.hasOwn(sections, name) ? sections[name] : undefined;
  if (Section) {
    return (
      <FreshProof>
        <Suspense fallback={<Spinner />}>
          <Section />
        </Suspense>
      </FreshProof>
    );
  }
  return (
    <AdminShell title="Admin" description="Publish events, see sales and check-ins." lead="Your events at a glance.">
      <Overview />
    </AdminShell>
  );
}

export const page: PageModule = { Component: AdminPage };
