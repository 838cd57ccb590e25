import { sql } from "kysely";
import type { Site } from "#testing/site.ts";
import type { OpenApp } from "#tests/components/kit/open-app.tsx";

/** The checkout's address as an event page builds it. */
export const checkoutPath = (eventId: number, tickets: Record<number, number>, more: Record<string, string> = {}) => {
  const pairs = Object.entries(tickets).map(([id, quantity]) => `${id}:${quantity}`);
  return `/checkout?${new URLSearchParams({ eventId: String(eventId), tickets: pairs.join(","), ...more })}`;
};

/** Fills in the buyer's details. */
export async function fillBuyer({ screen, user }: Pick<OpenApp, "screen" | "user">) {
  await user.type(await screen.findByLabelText(/Your name/), "Marva Bright");
  await user.type(screen.getByRole("textbox", { name: /Email/ }), "marva@example.com");
}

/** The button that places the order and starts the payment, whatever amount it shows. */
export const payButton = (screen: OpenApp["screen"]) => screen.findByRole("button", { name: /pay \$/i });

/**
 * Records where the page sends the whole browser, such as to the payment page, which an in-memory test can't follow.
 * `stop` restores the window's own navigation.
 */
export function watchLeaving() {
  const addresses: string[] = [];
  const own = location.assign;
  location.assign = (address) => void addresses.push(String(address));
  return { addresses, stop: () => void (location.assign = own) };
}

/** An event's orders, each with its status and quantity. */
export async function ordersOf(site: Site, eventId: number): Promise<{ status: string; quantity: number }[]> {
  const { rows } = await sql<{ status: string; quantity: number }>`
    select o.status, sum(l.quantity)::integer as quantity from orders o join order_lines l on l.order_id = o.id
    join ticket_lines x on x.order_line_id = l.id
    where x.event_id = ${eventId} group by o.id order by o.created_at, o.id`.execute(site.db);
  return rows;
}
