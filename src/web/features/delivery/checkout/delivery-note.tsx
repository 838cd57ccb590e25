import type { OrderDelivery } from "#contract/delivery/of-order.ts";
import { addressLines } from "#contract/orders/texts.ts";
import { eventDate } from "#web/lib/dates.ts";

/** Where an order goes: its address or the event where it is picked up. Nothing for an order without products. */
export function DeliveryNote({ delivery }: { delivery: OrderDelivery | null }) {
  if (delivery === null) return null;
  const { address, event, rateName } = delivery;
  return (
    <div className="mt-4 border-t border-line pt-3 text-sm">
      {address && (
        <>
          <p className="font-semibold">
            Ships to{rateName && <span className="font-normal text-muted"> · {rateName}</span>}
          </p>
          <address className="mt-0.5 text-muted not-italic wrap-anywhere">
            {addressLines(address).map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        </>
      )}
      {event && (
        <>
          <p className="font-semibold">Pick up at {event.title}</p>
          <p className="mt-0.5 text-muted">
            {eventDate(event)} · {event.city}
          </p>
        </>
      )}
    </div>
  );
}
