import { type FormEvent, useState } from "react";
import type { Pool, PoolInput, TicketSetup } from "#contract/ticket-types.ts";
import { SavedMeanwhile } from "#web/features/admin/edit-conflict/saved-meanwhile.tsx";
import { useEditConflict } from "#web/features/admin/edit-conflict/use-edit-conflict.ts";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { DialogEnd, useDialogWrite } from "./dialog-write.tsx";
import { Segments } from "./form-parts.tsx";
import { setupPath } from "./queries.ts";

const poolLabels = { name: "Name", counts: "A package uses", capacity: "Spots" };
const readCapacity = (text: string) => (/^\d{1,7}$/.test(text.trim()) ? Number(text.trim()) : undefined);

/** Spots that ticket types can share: a name, a number, and what is counted. */
export function PoolDialog({
  setup,
  pool,
  onClose,
}: {
  setup: TicketSetup;
  pool: Pool | undefined;
  onClose: () => void;
}) {
  const [name, setName] = useState(pool?.name ?? "");
  const [counts, setCounts] = useState<PoolInput["counts"]>(pool?.counts ?? "people");
  const [capacity, setCapacity] = useState(pool ? String(pool.stock.capacity) : "");
  const conflict = useEditConflict({ name, counts, capacity }, pool?.version ?? 0);
  const { send, fieldErrors, setFieldErrors, failure, isSaving } = useDialogWrite(setup.event.id, onClose, mergeLatest);

  /** Someone else saved since it was opened: shows their changes before anything overwrites them. */
  async function mergeLatest() {
    const { pools } = await callJson<TicketSetup>("GET", setupPath(setup.event.id));
    const latest = pools.find(({ id }) => id === pool?.id);
    if (latest === undefined) return setFieldErrors({ name: "Someone deleted this shared capacity" });
    const theirs = { name: latest.name, counts: latest.counts, capacity: String(latest.stock.capacity) };
    const form = conflict.mergeLatest({ name, counts, capacity }, theirs, latest.version);
    setName(form.name);
    setCounts(form.counts);
    setCapacity(form.capacity);
  }

  function save(submission: FormEvent) {
    submission.preventDefault();
    const number = readCapacity(capacity);
    if (!name.trim()) return setFieldErrors({ name: "Enter a name, like Main floor" });
    if (number === undefined) return setFieldErrors({ capacity: "Enter 0 or more" });
    const body = { name: name.trim(), counts, capacity: number };
    if (pool)
      void send({ method: "PUT", path: `/api/admin/pools/${pool.id}`, body: { ...body, version: conflict.version } });
    else void send({ method: "POST", path: `/api/admin/events/${setup.event.id}/pools`, body });
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={pool ? pool.name : "New shared capacity"}>
      <form noValidate onSubmit={save} className="grid gap-5">
        <Field label="Name" required error={fieldErrors.name}>
          <Input value={name} maxLength={60} onChange={(e) => setName(e.target.value)} />
        </Field>
        <Field label="Spots" required error={fieldErrors.capacity}>
          <Input inputMode="numeric" value={capacity} onChange={(e) => setCapacity(e.target.value)} />
        </Field>
        <Segments
          label="A package for four uses"
          value={counts}
          onChange={setCounts}
          choices={[
            { value: "people", label: "4 spots (people)" },
            { value: "units", label: "1 spot (units)" },
          ]}
        />
        {conflict.theirEdits && <SavedMeanwhile theirEdits={conflict.theirEdits} labels={poolLabels} />}
        <DialogEnd failure={failure} isSaving={isSaving}>
          {pool && (
            <Button
              variant="outline"
              onClick={() => void send({ method: "DELETE", path: `/api/admin/pools/${pool.id}` })}
            >
              Delete
            </Button>
          )}
        </DialogEnd>
      </form>
    </Dialog>
  );
}

/** How many people the event can admit across all ticket types. */
export function PeopleDialog({ setup, onClose }: { setup: TicketSetup; onClose: () => void }) {
  const { id, people } = setup.event;
  const [capacity, setCapacity] = useState(people === null ? "" : String(people.capacity));
  const { send, fieldErrors, setFieldErrors, failure, isSaving } = useDialogWrite(id, onClose);
  const path = `/api/admin/events/${id}/people`;

  function save(submission: FormEvent) {
    submission.preventDefault();
    const number = readCapacity(capacity);
    if (number === undefined) return setFieldErrors({ capacity: "Enter 0 or more" });
    void send({ method: "PUT", path, body: { capacity: number } });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Whole event"
      description="Every ticket uses one spot. Set this to what the room, the boat or the license allows."
    >
      <form noValidate onSubmit={save} className="grid gap-5">
        <Field label="People" required error={fieldErrors.capacity}>
          <Input inputMode="numeric" value={capacity} onChange={(e) => setCapacity(e.target.value)} />
        </Field>
        <DialogEnd failure={failure} isSaving={isSaving}>
          {people && (
            <Button variant="outline" onClick={() => void send({ method: "PUT", path, body: {} })}>
              Remove limit
            </Button>
          )}
        </DialogEnd>
      </form>
    </Dialog>
  );
}
