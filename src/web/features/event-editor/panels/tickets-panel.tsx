import { TicketSetupTab } from "#web/features/ticket-setup/ticket-setup-tab.tsx";
import type { EditorPanelProps } from "../tabs.ts";

/** What the night sells. It is written at once, by its own buttons: the form of the night has nothing to do with it. */
export function TicketsPanel({ night }: EditorPanelProps) {
  return <TicketSetupTab eventId={night.id} />;
}
