import { CompList } from "#web/features/comps/comp-list.tsx";
import { IssueForm } from "#web/features/comps/issue-form.tsx";
import { AdminShell } from "#web/features/admin/admin-shell.tsx";
import { adminPage } from "./admin-pages.tsx";

function FreeTicketsPage() {
  return (
    <AdminShell
      title="Comps"
      description="Free tickets for artists, press and friends."
      lead="Free tickets for artists, press and friends."
    >
      <IssueForm />
      <CompList />
    </AdminShell>
  );
}

export const page = adminPage(FreeTicketsPage);
