import { useState } from "react";
import type { Pool, StockCounts, TicketSetup } from "#contract/ticket-types.ts";
import { Meter, MeterKey } from "#web/features/admin/meter.tsx";
import { Button } from "#web/ui/button.tsx";
import { PeopleDialog, PoolDialog } from "./capacity-dialogs.tsx";
import { stockText } from "./labels.ts";

/** What several ticket types share: the event's capacity in people, and its pools. */
export function SharedCapacity({ setup }: { setup: TicketSetup }) {
  const [open, setOpen] = useState<"people" | "new" | Pool>();
  const { people } = setup.event;
  return (
    <section aria-labelledby="shared-capacity" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h3 id="shared-capacity" className="display text-display-sm">
            Shared capacity
          </h3>
          <p className="max-w-[60ch] text-sm text-muted">
            Limits that several ticket types share. A ticket sells only if every limit it counts toward has room.
          </p>
        </div>
        <Button variant="outline" size="sm" className="min-h-11!" onClick={() => setOpen("new")}>
          Add shared capacity
        </Button>
      </div>
      <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        <CapacityCard name="Whole event" note="People, all types" stock={people} onEdit={() => setOpen("people")} />
        {setup.pools.map((pool) => (
          <CapacityCard
            key={pool.id}
            name={pool.name}
            note={`${pool.counts === "people" ? "People" : "Units"}: ${sharers(setup, pool)}`}
            stock={pool.stock}
            onEdit={() => setOpen(pool)}
          />
        ))}
      </ul>
      <MeterKey
        parts={[
          { tone: "gold", label: "Sold" },
          { tone: "soft", label: "On hold in open orders" },
        ]}
      />
      {open === "people" && <PeopleDialog setup={setup} onClose={() => setOpen(undefined)} />}
      {open === "new" && <PoolDialog setup={setup} pool={undefined} onClose={() => setOpen(undefined)} />}
      {typeof open === "object" && <PoolDialog setup={setup} pool={open} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

function sharers({ types }: TicketSetup, pool: Pool): string {
  const names = types.filter((type) => type.poolIds.includes(pool.id)).map((type) => type.name);
  return names.length > 0 ? names.join(", ") : "no ticket types yet";
}

type CapacityCardProps = { name: string; note: string; stock: StockCounts | null; onEdit: () => void };

function CapacityCard({ name, note, stock, onEdit }: CapacityCardProps) {
  return (
    <li className="grid content-between gap-3 rounded-md border border-line bg-panel p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p className="text-sm text-muted">{note}</p>
        </div>
        <Button
          variant="quiet"
          size="sm"
          className="-mt-1 -mr-2 min-h-11!"
          aria-label={`Edit ${name}`}
          onClick={onEdit}
        >
          Edit
        </Button>
      </div>
      {stock === null ? (
        <p className="text-sm text-muted">No limit besides each ticket type's quantity.</p>
      ) : (
        <div>
          <Meter
            whole={stock.capacity}
            parts={[
              { value: stock.sold, tone: "gold", label: "Sold" },
              { value: stock.held, tone: "soft", label: "On hold" },
            ]}
          />
          <p className="mt-1.5 text-sm tabular-nums">{stockText(stock)}</p>
        </div>
      )}
    </li>
  );
}
