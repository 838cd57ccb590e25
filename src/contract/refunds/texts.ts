import type { OrderRefund } from "./of-order.ts";

// Used by pages before anything is sent, so it only takes types of other files.

/** What a refund is for, as text: "2 tickets, 1 × Yard Shirt, and shipping". Empty if it is for nothing of it. */
export function refundedText({
  ticketIds,
  items,
  withShipping,
}: Pick<OrderRefund, "ticketIds" | "items" | "withShipping">): string {
  const count = ticketIds.length;
  const tickets = count === 0 ? [] : [count === 1 ? "1 ticket" : `${count} tickets`];
  const others = items.map(({ name, quantity }) => `${quantity} × ${name}`);
  return new Intl.ListFormat("en-US").format([...tickets, ...others, ...(withShipping ? ["shipping"] : [])]);
}
