import type { OfficeTicket } from "#contract/office-order.ts";
import type { OrderRefund } from "#contract/order-refunds.ts";
import type { ChangedTicket } from "#contract/ticket-changes.ts";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { toast } from "#web/ui/toast.ts";
import type { TicketAct } from "./ticket-menu.tsx";

/**
 * Changes a ticket and says that it is done; what it is refused, whoever asked says.
 *
 * @param key the attempt's own number where money goes back: pressing twice does it once
 */
export function useTicketWrite() {
  const write = useDeskWrite();
  return async (ticket: OfficeTicket, act: TicketAct, body: object, done: string, key?: string): Promise<void> => {
    await write<ChangedTicket | OrderRefund>(`/api/admin/tickets/${ticket.id}/${act}`, body, key);
    toast({ title: done, description: `Ticket ${ticket.id}, ${ticket.holderName}`, tone: "good" });
  };
}
