import { CompList } from "#web/features/comps/comp-list.tsx";
import { IssueForm } from "#web/features/comps/issue-form.tsx";
import { DeskPage } from "#web/features/desk/desk-page.tsx";
import type { PageModule } from "#web/lib/page.ts";

function FreeTicketsPage() {
  return (
    <DeskPage
      title="Free Tickets"
      description="Comps for artists, press and friends of the house."
      lead="For artists, press and friends of the house."
    >
      <IssueForm />
      <CompList />
    </DeskPage>
  );
}

export const page: PageModule = { Component: FreeTicketsPage };
