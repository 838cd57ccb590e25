import { TextField } from "#web/ui/field.tsx";
import { useState } from "react";
import { type Pool, PoolInput, setPeople, type StockCounts } from "#contract/events/ticket-types.ts";
import { SavedMeanwhile, useVersionedForm } from "#web/admin-kit/edit-conflict/versioned-form.tsx";
import { failureText } from "#web/admin-kit/use-admin-write.ts";
import { SoldKey, SoldMeter } from "#web/admin-kit/meter.tsx";
import { wholeOf } from "#web/lib/amounts.ts";
import { Button } from "#web/ui/button.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { Segments } from "./form-parts.tsx";
import { stockText } from "./labels.ts";
import { useTicketSetup } from "./queries.ts";

/** What several ticket types share: the event's capacity in people, and its pools. */
export function SharedCapacity() {
  const { event, types, pools } = useTicketSetup();
  const [open, setOpen] = useState<"people" | "new" | Pool>();
  const sharersOf = (pool: Pool) =>
    types
      .filter(({ poolIds }) => poolIds.includes(pool.id))
      .map(({ name }) => name)
      .join(", ") || "no ticket types yet";
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
      <ul className="across-3 gap-3">
        <CapacityCard
          name="Whole event"
          note="People, all types"
          stock={event.people}
          onEdit={() => setOpen("people")}
        />
        {pools.map((pool) => (
          <CapacityCard
            key={pool.id}
            name={pool.name}
            note={`${pool.counts === "people" ? "People" : "Units"}: ${sharersOf(pool)}`}
            stock={pool.stock}
            onEdit={() => setOpen(pool)}
          />
        ))}
      </ul>
      <SoldKey sold="Taken: sold, comps and spots not back on sale" />
      {open === "people" && <PeopleDialog onClose={() => setOpen(undefined)} />}
      {open !== undefined && open !== "people" && (
        <PoolDialog pool={open === "new" ? undefined : open} onClose={() => setOpen(undefined)} />
      )}
    </section>
  );
}

type CapacityCardProps = { name: string; note: string; stock: StockCounts | null; onEdit: () => void };

function CapacityCard({ name, note, stock, onEdit }: CapacityCardProps) {
  return (
    <li className="grid content-between gap-3 rounded-md border border-line bg-panel p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3">
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
          <SoldMeter {...stock} />
          <p className="mt-1.5 text-sm tabular-nums">{stockText(stock)}</p>
        </div>
      )}
    </li>
  );
}

const poolLabels = { name: "Name", counts: "A package uses", capacity: "Spots" };
const capacityMessage = "Enter a number from 0 to 1,000,000";

const fieldsOf = (pool: Pool | undefined) => ({
  name: pool?.name ?? "",
  counts: pool?.counts ?? ("people" as const),
  capacity: pool ? String(pool.stock.capacity) : "",
});

/** Spots that ticket types can share: a name, a number, and what is counted. */
function PoolDialog({ pool, onClose }: { pool: Pool | undefined; onClose: () => void }) {
  const { event, write, readLatest } = useTicketSetup();
  const form = useVersionedForm({
    schema: PoolInput,
    bodyOf: ({ capacity, ...rest }) => ({ ...rest, capacity: wholeOf(capacity) }),
    defaults: fieldsOf(pool),
    messages: { name: "Enter a name, like Main floor", capacity: capacityMessage },
    subject: pool,
    readLatest: async () => {
      const { pools } = await readLatest();
      const latest = pools.find(({ id }) => id === pool?.id);
      return latest && { values: fieldsOf(latest), version: latest.version };
    },
    deleted: "Someone deleted this shared capacity.",
    submit: async (body, current) => {
      if (current) {
        const { id, version } = current;
        await write("PUT /api/admin/pools/{id}", { params: { id }, body: { ...body, version } });
      } else await write("POST /api/admin/events/{id}/pools", { params: { id: event.id }, body });
      onClose();
    },
  });

  async function deletePool() {
    await write("DELETE /api/admin/pools/{id}", { params: { id: pool!.id } });
    onClose();
  }

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      hasCancel={false}
      title={pool ? pool.name : "New shared capacity"}
      action="Save"
      buttons={
        pool && (
          <Button variant="outline" onClick={() => void form.attempt(deletePool)}>
            Delete
          </Button>
        )
      }
    >
      <TextField label="Name" required {...form.field("name")} maxLength={60} />
      <TextField label="Spots" required {...form.field("capacity")} inputMode="numeric" />
      <Segments
        label="A package for four uses"
        {...form.bind("counts")}
        choices={{
          people: "4 spots (people)",
          units: "1 spot (units)",
        }}
      />
      <SavedMeanwhile form={form} labels={poolLabels} />
    </FormDialog>
  );
}

/** How many people the event can admit across all ticket types. */
function PeopleDialog({ onClose }: { onClose: () => void }) {
  const { event, write } = useTicketSetup();
  const { id, people } = event;
  const form = useZodForm({
    schema: setPeople.body,
    bodyOf: ({ capacity }) => ({ capacity: wholeOf(capacity) ?? Number.NaN }),
    defaults: { capacity: people === null ? "" : String(people.capacity) },
    messages: { capacity: capacityMessage },
    failureText,
    submit: save,
  });

  async function save(body: { capacity?: number | undefined }) {
    await write("PUT /api/admin/events/{id}/people", { params: { id }, body });
    onClose();
  }

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      hasCancel={false}
      title="Whole event"
      description="Every ticket uses one spot. Set this to what the room, the boat or the license allows."
      action="Save"
      buttons={
        people && (
          <Button variant="outline" onClick={() => void form.attempt(() => save({}))}>
            Remove limit
          </Button>
        )
      }
    >
      <TextField label="People" required {...form.field("capacity")} inputMode="numeric" />
    </FormDialog>
  );
}
