import { DeskPage } from "#web/features/desk/desk-page.tsx";
import { Overview } from "#web/features/desk/overview.tsx";
import type { PageModule } from "#web/lib/page.ts";

function AdminPage() {
  return (
    <DeskPage title="Admin" description="Publish nights, see what they earn and who came." lead="How the house stands.">
      <Overview />
    </DeskPage>
  );
}

export const page: PageModule = { Component: AdminPage };
