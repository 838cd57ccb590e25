import { FreeTickets } from "#web/features/comps/free-tickets.tsx";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { adminPage } from "./admin-pages.tsx";

function FreeTicketsPage() {
  return (
    <AdminShell
      title="Comps"
      description="Free tickets for artists, press and friends."
      lead="Free tickets for artists, press and friends."
    >
      <FreeTickets />
    </AdminShell>
  );
}

export const page = adminPage(FreeTicketsPage);
