import { formatLongDate } from "#web/lib/dates.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { RichText } from "#web/ui/rich-text/rich-text.tsx";
import { TagInput } from "#web/ui/tag-input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { type EventFields, type EventForm, useEventEditor } from "../form/form-context.ts";
import { TimesFields } from "../form/times-fields.tsx";
import { VenueField } from "../form/venue-field.tsx";
import { LineUpPanel, lineUpFields } from "./line-up-panel.tsx";
import { Panel } from "./panel.tsx";
import { PoliciesPanel, policyFields } from "./policies-panel.tsx";

const time = (label: string) => ({
  label,
  describe: (instant: string | null, { timeZone }: EventForm) =>
    instant === null ? "" : formatLongDate(instant, timeZone),
});

export const detailsFields = {
  title: { label: "Name", message: "Enter a name, up to 120 characters" },
  summary: { label: "Tagline", message: "Enter a tagline, up to 300 characters" },
  descriptionHtml: { label: "Description", describe: (html) => html.replace(/<[^>]+>/g, " ").trim() },
  categories: { label: "Categories", describe: (tags) => tags.join(", ") },
  startsAt: time("Start"),
  doorsAt: time("Doors"),
  endsAt: time("End"),
  timeZone: {
    label: "Time zone",
    message: "Choose a time zone from the list",
    describe: (zone) => zone.replaceAll("_", " "),
  },
  venue: { label: "Venue", write: ({ id }) => id, describe: ({ name, city }) => `${name}, ${city}` },
  ...policyFields,
  ...lineUpFields,
  recap: { label: "Recap" },
} satisfies EventFields;

const categories = [
  "Soca",
  "Dancehall",
  "Reggae",
  "Afrobeats",
  "Steelpan",
  "J'ouvert",
  "Day party",
  "Boat ride",
  "Brunch",
];

/** What the event is, when and where it takes place, and who plays. */
export function DetailsPanel() {
  const { event, form, set, field, bind, fieldErrors } = useEventEditor();
  return (
    <div className="grid gap-6">
      <Panel title="Basics">
        <Field anchor="event-title" required {...field("title")}>
          <Input maxLength={120} />
        </Field>
        <Field
          anchor="event-summary"
          hint="Shown under the name, in lists and in shared links."
          required
          {...field("summary")}
        >
          <Textarea rows={2} maxLength={300} oneLine />
        </Field>
        <Field label="Categories" hint="Press Enter or type a comma to add one." error={fieldErrors.categories}>
          <TagInput suggestions={categories} placeholder="Soca, Day party" {...bind("categories")} />
        </Field>
      </Panel>
      <Panel title="When and where">
        <TimesFields
          value={form}
          fieldErrors={fieldErrors}
          onChange={(times) => {
            for (const name of ["timeZone", "startsAt", "doorsAt", "endsAt"] as const) {
              if (times[name] !== form[name]) set(name, times[name] as never);
            }
          }}
        />
        {event.sold > 0 && (
          <p className="text-sm text-mango">
            Tickets have been sold. If you change the times or venue, we'll ask whether to notify ticket holders. To
            offer refunds too, use “Postpone or reschedule” under Status.
          </p>
        )}
        <VenueField error={fieldErrors.venue} {...bind("venue")} />
      </Panel>
      <Panel title="Description" text="What to expect, how it feels and what makes it special.">
        <Field
          anchor="event-descriptionHtml"
          label={<span className="sr-only">Description</span>}
          error={fieldErrors.descriptionHtml}
        >
          <RichText label="Description" {...bind("descriptionHtml")} />
        </Field>
      </Panel>
      <LineUpPanel />
      <PoliciesPanel />
      {event.isOver && (
        <Panel title="Recap" text="Shown on the event page now that it's over.">
          <Field {...field("recap")} label={<span className="sr-only">Recap</span>}>
            <Textarea rows={6} maxLength={8000} />
          </Field>
        </Panel>
      )}
    </div>
  );
}
