import type { PageModule } from "#web/lib/page.ts";
import { DeskPlaceholder } from "./desk-placeholder.tsx";

function TicketManagementPage() {
  return <DeskPlaceholder title="Ticket Management" purpose="Orders and attendees of a night, resends and refunds." />;
}

export const page: PageModule = { Component: TicketManagementPage };
