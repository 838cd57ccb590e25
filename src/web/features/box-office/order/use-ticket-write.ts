import type { AdminTicket } from "#contract/admin-order.ts";
import type { OrderRefund } from "#contract/order-refunds.ts";
import type { ChangedTicket } from "#contract/ticket-changes.ts";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { toast } from "#web/ui/toast.ts";
import type { TicketAct } from "./ticket-menu.tsx";

/**
 * Changes a ticket and confirms it with a toast. The caller shows any refusal.
 *
 * @param key the attempt's idempotency key for refunds: pressing twice refunds once
 */
export function useTicketWrite() {
  const write = useAdminWrite();
  return async (ticket: AdminTicket, act: TicketAct, body: object, done: string, key?: string): Promise<void> => {
    await write<ChangedTicket | OrderRefund>(`/api/admin/tickets/${ticket.id}/${act}`, body, key);
    toast({ title: done, description: `Ticket ${ticket.id}, ${ticket.holderName}`, tone: "good" });
  };
}
