import { type Pool, PoolInput, setPeople, type TicketSetup } from "#contract/ticket-types.ts";
import { SavedMeanwhile } from "#web/features/admin/edit-conflict/saved-meanwhile.tsx";
import { useVersionedForm } from "#web/features/admin/edit-conflict/use-versioned-form.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { wholeOf } from "#web/lib/typed-numbers.ts";
import { callJson } from "#web/lib/call.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormEnd } from "#web/ui/form-end.tsx";
import { Input } from "#web/ui/input.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { Segments } from "./form-parts.tsx";
import { setupPath, useSetupWrite } from "./queries.ts";

const poolLabels = { name: "Name", counts: "A package uses", capacity: "Spots" };
const capacityMessage = "Enter a number from 0 to 1,000,000";

const fieldsOf = (pool: Pool | undefined) => ({
  name: pool?.name ?? "",
  counts: pool?.counts ?? ("people" as const),
  capacity: pool ? String(pool.stock.capacity) : "",
});

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
  const write = useSetupWrite(setup.event.id);
  const form = useVersionedForm({
    schema: PoolInput,
    bodyOf: ({ capacity, ...rest }) => ({ ...rest, capacity: wholeOf(capacity) }),
    defaults: fieldsOf(pool),
    messages: { name: "Enter a name, like Main floor", capacity: capacityMessage },
    version: pool?.version,
    readLatest: async () => {
      const { pools } = await callJson<TicketSetup>("GET", setupPath(setup.event.id));
      const latest = pools.find(({ id }) => id === pool?.id);
      return latest && { values: fieldsOf(latest), version: latest.version };
    },
    deleted: "Someone deleted this shared capacity.",
    submit: async (body, version) => {
      if (pool) await write("PUT", `/api/admin/pools/${pool.id}`, { ...body, version });
      else await write("POST", `/api/admin/events/${setup.event.id}/pools`, body);
      onClose();
    },
  });

  async function deletePool() {
    await write("DELETE", `/api/admin/pools/${pool!.id}`);
    onClose();
  }

  return (
    <Dialog onClose={onClose} title={pool ? pool.name : "New shared capacity"}>
      <form {...form.props} className="grid gap-5">
        <Field label="Name" required {...form.field("name")}>
          <Input maxLength={60} />
        </Field>
        <Field label="Spots" required {...form.field("capacity")}>
          <Input inputMode="numeric" />
        </Field>
        <Segments
          label="A package for four uses"
          {...form.bind("counts")}
          choices={[
            { value: "people", label: "4 spots (people)" },
            { value: "units", label: "1 spot (units)" },
          ]}
        />
        {form.theirEdits && <SavedMeanwhile theirEdits={form.theirEdits} labels={poolLabels} />}
        <FormEnd form={form} action="Save">
          {pool && (
            <Button variant="outline" onClick={() => void form.attempt(deletePool)}>
              Delete
            </Button>
          )}
        </FormEnd>
      </form>
    </Dialog>
  );
}

/** How many people the event can admit across all ticket types. */
export function PeopleDialog({ setup, onClose }: { setup: TicketSetup; onClose: () => void }) {
  const { id, people } = setup.event;
  const write = useSetupWrite(id);
  const form = useZodForm({
    schema: setPeople.body,
    bodyOf: ({ capacity }) => ({ capacity: wholeOf(capacity) ?? Number.NaN }),
    defaults: { capacity: people === null ? "" : String(people.capacity) },
    messages: { capacity: capacityMessage },
    failureText,
    submit: save,
  });

  async function save(body: { capacity?: number | undefined }) {
    await write("PUT", `/api/admin/events/${id}/people`, body);
    onClose();
  }

  return (
    <Dialog
      onClose={onClose}
      title="Whole event"
      description="Every ticket uses one spot. Set this to what the room, the boat or the license allows."
    >
      <form {...form.props} className="grid gap-5">
        <Field label="People" required {...form.field("capacity")}>
          <Input inputMode="numeric" />
        </Field>
        <FormEnd form={form} action="Save">
          {people && (
            <Button variant="outline" onClick={() => void form.attempt(() => save({}))}>
              Remove limit
            </Button>
          )}
        </FormEnd>
      </form>
    </Dialog>
  );
}
