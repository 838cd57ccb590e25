import { resendFirst } from "#server/modules/email/index.ts";
import { listMyTickets } from "#server/modules/tickets/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { findOrders } from "../store.ts";

/**
 * Emails a person's tickets for upcoming events again, to the addresses of their orders: for a guest, whose session is
 * the only other way to them. Safe to repeat: each order's email goes out at most once an hour.
 */
export async function emailOwnTickets(
  deps: Deps,
  person: Principal,
): Promise<{ addresses: string[]; leaves: boolean }> {
  const ahead = (await listMyTickets(deps, person)).filter(
    ({ status, event }) => status === "valid" && event.status !== "canceled" && Date.parse(event.endsAt) > Date.now(),
  );
  const orderIds = [...new Set(ahead.map(({ orderId }) => orderId))];
  // The order's email may have changed since its first confirmation.
  const first = (await findOrders(deps.db, orderIds)).map(({ id, buyerEmail }) => ({
    dedupeKey: `order-confirmation:${id}`,
    toAddress: buyerEmail,
  }));
  const addresses = await resendFirst(deps.db, first, person.id);
  return { addresses, leaves: deps.config.smtpUrl !== undefined };
}
