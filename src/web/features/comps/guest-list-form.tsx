import { useState } from "react";
import type { checkGuestList } from "#contract/comps/batches.ts";
import { Id } from "#contract/shapes.ts";
import { z } from "zod";
import { failureText, useAdminCall } from "#web/admin-kit/use-admin-write.ts";
import { Failure } from "#web/admin-kit/read-failure.tsx";
import { PersonListField } from "#web/features/person-lists/person-list-field.tsx";
import { usePersonList } from "#web/features/person-lists/use-person-list.ts";
import { Button } from "#web/ui/button.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { CompSourceFields, noSource, sourceMessages, sourceOf } from "./comp-source-fields.tsx";
import { GuestListResult, type CheckedList } from "./guest-list-result.tsx";

type CheckBody = z.input<NonNullable<(typeof checkGuestList)["body"]>>;

const listForm = z.object({ eventId: Id, ticketTypeId: Id, hostId: Id.optional() });

const placeholder = "Zoë Núñez <zoe@example.com> +2\nAnn Lee, ann@example.com, 2\nTyrell James";

/** Issues comps to many guests: paste or choose a list, check it, then issue it. */
export function GuestListForm({ eventId: only }: { eventId?: number | undefined }) {
  const call = useAdminCall();
  const [checked, setChecked] = useState<CheckedList>();
  const state = usePersonList("guests", () => setChecked(undefined));
  const form = useZodForm({
    schema: listForm,
    bodyOf: sourceOf,
    defaults: noSource(only),
    messages: sourceMessages,
    failureText,
    submit: async ({ eventId: _, ...source }, values) => {
      if (state.isEmpty) return state.setFailure("Paste your guests, or choose a file");
      const guests = (await state.readNow())?.people ?? [];
      if (guests.length === 0) return;
      const list = { ...source, guests } satisfies CheckBody;
      const found = await call("POST /api/admin/comp-batches/check", { body: list });
      setChecked({ list, found, values: JSON.stringify(values) });
    },
  });
  // A list that was changed since has to be checked again.
  const current = checked?.values === JSON.stringify(form.values) ? checked : undefined;
  return (
    <div className="grid gap-4 rounded-md border border-line bg-panel p-4 sm:p-5">
      <form {...form.props} className="grid gap-4">
        <h2 className="display text-display-sm">Issue to a guest list</h2>
        <Failure text={form.failure} />
        <div className="across-3 items-start gap-4">
          <CompSourceFields form={form} choosesEvent={only === undefined} />
        </div>
        <PersonListField
          state={state}
          label="Guests"
          required
          hint="Choose a spreadsheet or paste: one guest a line, with +2 for two more people. Without an email, the ticket is printed or found at the door by name."
          placeholder={placeholder}
        />
        <Button
          type="submit"
          className="justify-self-end"
          {...(current ? { variant: "outline" as const } : {})}
          loading={form.isBusy}
        >
          Check list
        </Button>
      </form>
      {current && <GuestListResult key={current.values} checked={current} onIssued={state.clear} />}
    </div>
  );
}
