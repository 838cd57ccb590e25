import type { TicketTypeCounts } from "#contract/box-office.ts";
import { formatCount, formatShare } from "#web/features/admin/figures.tsx";
import { Meter, MeterKey } from "#web/features/admin/meter.tsx";

/** How each ticket type of an event sells, as bars with their figures. */
export function TypeBars({ types }: { types: TicketTypeCounts[] }) {
  if (types.length === 0) return <p className="text-muted">This event has no ticket types yet.</p>;
  return (
    <section aria-label="Ticket types" className="grid gap-3 rounded-md border border-line bg-panel p-4 sm:p-5">
      <ul className="grid grid-cols-1 gap-x-10 gap-y-4 lg:grid-cols-2">
        {types.map((type) => (
          <li key={type.id} className="grid grid-cols-1 gap-1.5">
            <div className="flex items-baseline justify-between gap-4">
              <p className="min-w-0 font-semibold wrap-anywhere">{type.name}</p>
              <p className="shrink-0 text-sm tabular-nums">
                <span className="font-semibold">{formatCount(type.sold)}</span>
                <span className="text-muted">
                  {" "}
                  of {formatCount(type.capacity)} · {formatShare(type.sold, type.capacity)}
                </span>
              </p>
            </div>
            <Meter
              whole={type.capacity}
              parts={[
                { value: type.sold, tone: "gold", label: "sold" },
                { value: type.held, tone: "soft", label: "held" },
              ]}
            />
            <p className="text-sm text-muted tabular-nums">
              {formatCount(type.available)} left · {formatCount(type.held)} on hold · {formatCount(type.admittedCount)}{" "}
              of {formatCount(type.ticketCount)} checked in
              {type.ticketsPerUnit > 1 && ` · admits ${type.ticketsPerUnit}`}
            </p>
          </li>
        ))}
      </ul>
      <MeterKey
        parts={[
          { tone: "gold", label: "Sold, including comps" },
          { tone: "soft", label: "On hold in open orders" },
        ]}
      />
    </section>
  );
}
