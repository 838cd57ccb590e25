import type { ComponentProps } from "react";
import type { AdminOrderDetail, AdminTicket } from "#contract/admin-order.ts";
import { useAdminWrite } from "#web/features/admin/use-admin-write.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
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
    await write(`/api/admin/tickets/${ticket.id}/${act}`, body, key);
    toast({ title: done, description: `Ticket ${ticket.id}, ${ticket.holderName}`, tone: "good" });
  };
}

type MailChoiceProps = ComponentProps<"input"> & { order: Pick<AdminOrderDetail, "buyer"> };

/** Whether to email the buyer. It names the address so that staff can read it back to the buyer. */
export function MailChoice({ order, ...input }: MailChoiceProps) {
  return <Checkbox {...input} label={<span className="wrap-anywhere">Email {order.buyer.email} about this</span>} />;
}
