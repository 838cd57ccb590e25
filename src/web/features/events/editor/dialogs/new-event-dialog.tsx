import { TextField } from "#web/ui/field.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { createEvent, type VenueChoice } from "#contract/events/editing.ts";
import type { CallBodyOf } from "#contract/calls.ts";
import { failureText } from "#web/admin-kit/use-admin-write.ts";
import { settingsQuery } from "#web/features/settings/queries.ts";
import { callApi } from "#web/lib/api.ts";
import { FormDialog } from "#web/ui/form-end.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { TimesFields, VenueField } from "../form/when-and-where.tsx";
import { nextSaturday, type Times } from "../form/times.ts";

const newEventForm = createEvent.body!.refine(({ startsAt, endsAt }) => endsAt > startsAt, {
  path: ["endsAt"],
  error: "The end must be after the start",
  // Without this, the check would wait until every other field is valid.
  when: () => true,
});
type NewEvent = { title: string; venue?: VenueChoice; times?: Times };

/** The times' names in the form. */
const timePaths = {
  startsAt: "times.startsAt",
  doorsAt: "times.doorsAt",
  endsAt: "times.endsAt",
  timeZone: "times.timeZone",
} as const;

/** The time zone of a new event until the settings load. */
const usualZone = "America/New_York";

/** Creates an event from what it must have: a name, times and a venue. */
export function NewEventDialog({ onClose, onMade }: { onClose: () => void; onMade: (id: number) => void }) {
  const { data: settingsView } = useQuery(settingsQuery());
  const [now] = useState(() => Date.now());
  const usual = nextSaturday(now, settingsView?.settings.defaultTimeZone ?? usualZone);
  const form = useZodForm<NewEvent, CallBodyOf<"POST /api/admin/events">>({
    schema: newEventForm,
    bodyOf: ({ title, venue, times = usual }) => ({ title, ...times, venueId: venue?.id }),
    defaults: { title: "" },
    messages: { title: "Enter a name", venueId: "Choose a venue or add one" },
    fields: { ...timePaths, venueId: "venue" },
    failureText,
    submit: async (body) => onMade((await callApi("POST /api/admin/events", { body })).id),
  });
  const timeErrors = Object.entries(timePaths).map(([name, path]) => [name, form.error(path)] as const);

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="New event"
      roomy
      description="You can change everything later. It stays a draft until you publish it."
      action="Create"
    >
      <TextField label="Name" required {...form.field("title")} maxLength={120} autoComplete="off" />
      <VenueField error={form.error("venue")} {...form.bind("venue")} />
      <TimesFields
        isBrief
        {...form.bind("times")}
        value={form.values.times ?? usual}
        fieldErrors={Object.fromEntries(timeErrors)}
      />
    </FormDialog>
  );
}
