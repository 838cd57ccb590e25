import { TicketSetupTab } from "#web/features/ticket-setup/ticket-setup-tab.tsx";
import type { EditorPanelProps } from "../tabs.ts";

/** What the event sells. It has its own save buttons and writes at once: the event's form is not involved. */
export function TicketsPanel({ event }: EditorPanelProps) {
  return <TicketSetupTab eventId={event.id} />;
}
