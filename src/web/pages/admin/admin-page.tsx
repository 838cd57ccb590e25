import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { FreshProof } from "#web/features/accounts/security/fresh-proof.tsx";
import { DeskPage } from "#web/features/desk/desk-page.tsx";
import { Overview } from "#web/features/desk/overview.tsx";
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
    <DeskPage title="Admin" description="Publish nights, see what they earn and who came." lead="How the house stands.">
      <Overview />
    </DeskPage>
  );
}

export const page: PageModule = { Component: AdminPage };
