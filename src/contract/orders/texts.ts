import type { OrderDelivery } from "../delivery/of-order.ts";

// Used by pages before anything is sent, so it only takes types of other files.

/** What an order consists of, in sentences. Only orders of nothing but tickets say "tickets". */
export type Things = "tickets" | "items";

/** The word for what an order has, by the kinds of its lines. */
export const thingsOf = ({ lines }: { lines: { kind: string }[] }): Things =>
  lines.every(({ kind }) => kind === "ticket") ? "tickets" : "items";

/** The events of an order in a sentence: "Soca Sunday", "Soca Sunday and J'ouvert". Empty without events. */
export const titlesOf = (events: { title: string }[]): string =>
  new Intl.ListFormat("en-US").format(events.map(({ title }) => title));

/** The lines of an address, from the name on. Of a deleted account only state and ZIP Code are left. */
export function addressLines({
  name,
  line1,
  line2,
  city,
  state,
  zip,
}: NonNullable<OrderDelivery["address"]>): string[] {
  return [name, line1, line2 ?? "", [city, `${state} ${zip}`].filter(Boolean).join(", ")].filter(Boolean);
}
