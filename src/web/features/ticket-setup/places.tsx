import { useState } from "react";
import type { Pool, Standing, TicketSetup } from "#contract/ticket-types.ts";
import { Meter, MeterKey } from "#web/features/desk/meter.tsx";
import { Button } from "#web/ui/button.tsx";
import { PeopleDialog, PoolDialog } from "./place-dialogs.tsx";
import { standingWords } from "./words.ts";

/** What several types share: the people the night can take, and its pools. */
export function Places({ setup }: { setup: TicketSetup }) {
  const [open, setOpen] = useState<"people" | "new" | Pool>();
  const { people } = setup.event;
  return (
    <section aria-labelledby="places" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h3 id="places" className="display text-display-sm">
            Shared places
          </h3>
          <p className="max-w-[60ch] text-sm text-muted">
            What several ticket types draw from. A sale needs a place in each of them.
          </p>
        </div>
        <Button variant="outline" size="sm" className="min-h-11!" onClick={() => setOpen("new")}>
          Add a pool
        </Button>
      </div>
      <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        <Place name="Whole night" note="People, all types" standing={people} onEdit={() => setOpen("people")} />
        {setup.pools.map((pool) => (
          <Place
            key={pool.id}
            name={pool.name}
            note={`${pool.counts === "people" ? "People" : "Units"}: ${sharers(setup, pool)}`}
            standing={pool.standing}
            onEdit={() => setOpen(pool)}
          />
        ))}
      </ul>
      <MeterKey
        parts={[
          { tone: "gold", label: "Sold" },
          { tone: "soft", label: "Held by open orders" },
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
  return names.length > 0 ? names.join(", ") : "no type draws from it yet";
}

type PlaceProps = { name: string; note: string; standing: Standing | null; onEdit: () => void };

function Place({ name, note, standing, onEdit }: PlaceProps) {
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
      {standing === null ? (
        <p className="text-sm text-muted">Not counted: the types alone decide.</p>
      ) : (
        <div>
          <Meter
            whole={standing.capacity}
            parts={[
              { value: standing.sold, tone: "gold", label: "Sold" },
              { value: standing.held, tone: "soft", label: "Held" },
            ]}
          />
          <p className="mt-1.5 text-sm tabular-nums">{standingWords(standing)}</p>
        </div>
      )}
    </li>
  );
}
