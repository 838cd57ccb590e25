import { useRef, useState } from "react";
import { GuestListText, type GuestListCheck, type checkGuestList } from "#contract/comps/batches.ts";
import { Id } from "#contract/shapes.ts";
import { z } from "zod";
import { failureText } from "#web/admin-kit/failure-text.ts";
import { Failure } from "#web/admin-kit/read-failure.tsx";
import { useAdminCall } from "#web/admin-kit/use-admin-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { CompSourceFields } from "./comp-source-fields.tsx";
import { GuestListResult, type CheckedList } from "./guest-list-result.tsx";
import { listTextOf } from "./list-text.ts";

type CheckBody = z.input<NonNullable<(typeof checkGuestList)["body"]>>;

const listForm = z.object({
  eventId: Id,
  ticketTypeId: Id,
  hostId: Id.optional(),
  text: GuestListText.refine((text) => text.trim() !== "", "Paste your guests, or choose a CSV file"),
});

const placeholder = "Zoë Núñez <zoe@example.com> +2\nAnn Lee, ann@example.com, 2\nTyrell James";

/** Issues comps to many guests: paste or choose a list, check it, then issue it. */
export function GuestListForm({ eventId: only }: { eventId?: number | undefined }) {
  const call = useAdminCall();
  const [checked, setChecked] = useState<CheckedList>();
  const form = useZodForm({
    schema: listForm,
    bodyOf: ({ eventId: event, ticketTypeId, hostId, text }) => ({
      eventId: Number(event),
      ticketTypeId: Number(ticketTypeId),
      ...(hostId === "" ? {} : { hostId: Number(hostId) }),
      text,
    }),
    defaults: { eventId: only ? String(only) : "", ticketTypeId: "", hostId: "", text: "" },
    messages: { eventId: "Choose an event", ticketTypeId: "Choose a ticket type" },
    failureText,
    submit: async ({ eventId: _, ...list }, values) => {
      const found = await call<GuestListCheck>("/api/admin/comp-batches/check", list satisfies CheckBody);
      setChecked({ list, found, values: JSON.stringify(values) });
    },
  });
  // A list that was changed since has to be checked again.
  const current = checked?.values === JSON.stringify(form.values) ? checked : undefined;
  const clearEvent = () => {
    form.setValue("ticketTypeId", "");
    form.setValue("hostId", "");
  };
  return (
    <div className="grid gap-4 rounded-md border border-line bg-panel p-4 sm:p-5">
      <form {...form.props} className="grid gap-4">
        <h2 className="display text-display-sm">Issue to a guest list</h2>
        <Failure text={form.failure} />
        <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <CompSourceFields
            eventId={Number(form.values.eventId)}
            choosesEvent={only === undefined}
            fields={{
              event: form.field("eventId", { onChange: clearEvent }),
              type: form.field("ticketTypeId"),
              host: form.field("hostId"),
            }}
          />
        </div>
        <Field
          label="Guests"
          required
          hint="One guest a line: name, email, and +2 for two more people. Without an email, the ticket is printed or found at the door by name."
          {...form.field("text")}
        >
          <Textarea
            rows={4}
            spellCheck={false}
            autoComplete="off"
            placeholder={placeholder}
            className="font-mono text-sm"
          />
        </Field>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <FileButton onText={(text) => form.setValue("text", text, { shouldDirty: true, shouldValidate: true })} />
          <Button type="submit" {...(current ? { variant: "outline" as const } : {})} loading={form.isBusy}>
            Check list
          </Button>
        </div>
      </form>
      {current && (
        <GuestListResult
          key={current.values}
          checked={current}
          onIssued={() => {
            form.setValue("text", "");
            setChecked(undefined);
          }}
        />
      )}
    </div>
  );
}

/** Chooses a CSV file and reads its text. */
function FileButton({ onText }: { onText: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        aria-label="Guest list file"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = "";
          void file?.arrayBuffer().then((bytes) => onText(listTextOf(new Uint8Array(bytes))));
        }}
      />
      <Button variant="outline" onClick={() => input.current?.click()}>
        Choose CSV file
      </Button>
    </>
  );
}
