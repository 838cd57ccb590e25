import type { EventDetail } from "#contract/events.ts";
import { formatMoney } from "#web/lib/money.ts";
import { paths } from "#web/lib/paths.ts";
import { mostUnits, unitCents } from "./picks.ts";

/**
 * Links to checkout for browsers without scripts: one for each ticket type, with its minimum order. The checkout keeps the
 * selection through sign-in, which is as far as a visitor gets without scripts.
 */
export function PlainLinks({ event }: { event: EventDetail }) {
  const types = event.ticketTypes.filter((type) => mostUnits(type) > 0 && type.pricing !== "open");
  if (types.length === 0) return null;
  return (
    <noscript>
      <ul className="grid gap-2 p-5">
        {types.map((type) => {
          const quantity = Math.max(1, type.minPerOrder);
          const amount = unitCents(type) * quantity;
          const hint = { eventId: event.id, title: event.title, amount, currency: event.currency };
          return (
            <li key={type.id}>
              <a
                href={paths.checkout({ ...hint, tickets: `${type.id}:${quantity}` })}
                className="block min-h-11 content-center rounded-sm bg-gold px-4 font-semibold text-on-gold"
              >
                Buy {quantity} × {type.name}, {amount === 0 ? "free" : formatMoney(amount, event.currency)}
              </a>
            </li>
          );
        })}
      </ul>
    </noscript>
  );
}
