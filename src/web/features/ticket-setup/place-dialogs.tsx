import { type FormEvent, useState } from "react";
import type { Pool, PoolInput, TicketSetup } from "#contract/ticket-types.ts";
import { SavedMeanwhile } from "#web/features/desk/meeting/saved-meanwhile.tsx";
import { useMeeting } from "#web/features/desk/meeting/use-meeting.ts";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { DialogEnd, useDialogWrite } from "./dialog-write.tsx";
import { Segments } from "./form-parts.tsx";
import { setupPath } from "./queries.ts";

const poolWords = { name: "Name", counts: "A package takes", capacity: "Places" };
const readCapacity = (text: string) => (/^\d{1,7}$/.test(text.trim()) ? Number(text.trim()) : undefined);

/** Places that types can share: a name, a number, and what is counted. */
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
  const [capacity, setCapacity] = useState(pool ? String(pool.standing.capacity) : "");
  const meeting = useMeeting({ name, counts, capacity }, pool?.version ?? 0);
  const { send, faults, setFaults, failure, isSaving } = useDialogWrite(setup.event.id, onClose, meet);

  /** Somebody else saved it since it was opened: nothing of theirs is written over unseen. */
  async function meet() {
    const { pools } = await callJson<TicketSetup>("GET", setupPath(setup.event.id));
    const latest = pools.find(({ id }) => id === pool?.id);
    if (latest === undefined) return setFaults({ name: "Somebody deleted it meanwhile" });
    const theirs = { name: latest.name, counts: latest.counts, capacity: String(latest.standing.capacity) };
    const form = meeting.meet({ name, counts, capacity }, theirs, latest.version);
    setName(form.name);
    setCounts(form.counts);
    setCapacity(form.capacity);
  }

  function save(submission: FormEvent) {
    submission.preventDefault();
    const number = readCapacity(capacity);
    if (!name.trim()) return setFaults({ name: "A name such as Main floor" });
    if (number === undefined) return setFaults({ capacity: "A number from 0 up" });
    const body = { name: name.trim(), counts, capacity: number };
    if (pool)
      void send({ method: "PUT", path: `/api/admin/pools/${pool.id}`, body: { ...body, version: meeting.version } });
    else void send({ method: "POST", path: `/api/admin/events/${setup.event.id}/pools`, body });
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={pool ? pool.name : "New pool"}>
      <form noValidate onSubmit={save} className="grid gap-5">
        <Field label="Name" required error={faults.name}>
          <Input value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Places" required error={faults.capacity}>
          <Input inputMode="numeric" value={capacity} onChange={(event) => setCapacity(event.target.value)} />
        </Field>
        <Segments
          label="A package for four takes"
          value={counts}
          onChange={setCounts}
          choices={[
            { value: "people", label: "4: people count" },
            { value: "units", label: "1: units count" },
          ]}
        />
        {meeting.met && <SavedMeanwhile met={meeting.met} words={poolWords} />}
        <DialogEnd failure={failure} isSaving={isSaving}>
          {pool && (
            <Button
              variant="outline"
              onClick={() => void send({ method: "DELETE", path: `/api/admin/pools/${pool.id}` })}
            >
              Delete pool
            </Button>
          )}
        </DialogEnd>
      </form>
    </Dialog>
  );
}

/** How many people the night can take over all of its types. */
export function PeopleDialog({ setup, onClose }: { setup: TicketSetup; onClose: () => void }) {
  const { id, people } = setup.event;
  const [capacity, setCapacity] = useState(people === null ? "" : String(people.capacity));
  const { send, faults, setFaults, failure, isSaving } = useDialogWrite(id, onClose);
  const path = `/api/admin/events/${id}/people`;

  function save(submission: FormEvent) {
    submission.preventDefault();
    const number = readCapacity(capacity);
    if (number === undefined) return setFaults({ capacity: "A number from 0 up" });
    void send({ method: "PUT", path, body: { capacity: number } });
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Whole night"
      description="Every ticket of every type takes one of these places: what the room, the boat or the licence allows."
    >
      <form noValidate onSubmit={save} className="grid gap-5">
        <Field label="People" required error={faults.capacity}>
          <Input inputMode="numeric" value={capacity} onChange={(event) => setCapacity(event.target.value)} />
        </Field>
        <DialogEnd failure={failure} isSaving={isSaving}>
          {people && (
            <Button variant="outline" onClick={() => void send({ method: "PUT", path, body: {} })}>
              Do not count
            </Button>
          )}
        </DialogEnd>
      </form>
    </Dialog>
  );
}
