import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { RichText } from "#web/ui/rich-text/rich-text.tsx";
import { TagInput } from "#web/ui/tag-input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { LineUpField } from "../form/line-up-field.tsx";
import { useEventEditor } from "../form/form-context.ts";
import { TimesFields } from "../form/times-fields.tsx";
import { VenueField } from "../form/venue-field.tsx";
import { PoliciesPanel } from "./policies-panel.tsx";
import { Panel } from "./panel.tsx";

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
  const { event, form, set, field, fieldErrors } = useEventEditor();
  return (
    <div className="grid gap-6">
      <Panel title="Basics">
        <Field anchor="event-title" label="Name" required {...field("title")}>
          <Input maxLength={120} />
        </Field>
        <Field
          anchor="event-summary"
          label="Tagline"
          hint="Shown under the name, in lists and in shared links."
          required
          {...field("summary")}
        >
          <Textarea rows={2} maxLength={300} oneLine />
        </Field>
        <Field label="Categories" hint="Press Enter or type a comma to add one." error={fieldErrors.categories}>
          <TagInput
            value={form.categories}
            suggestions={categories}
            placeholder="Soca, Day party"
            onChange={(tags) => set("categories", tags)}
          />
        </Field>
      </Panel>
      <Panel title="When and where">
        <TimesFields
          times={form}
          fieldErrors={fieldErrors}
          onChange={(change) => {
            for (const name of ["timeZone", "startsAt", "doorsAt", "endsAt"] as const) {
              if (change[name] !== undefined && change[name] !== form[name]) set(name, change[name] as never);
            }
          }}
        />
        {event.sold > 0 && (
          <p className="text-sm text-mango">
            Tickets have been sold. If you change the times or venue, we'll ask whether to notify ticket holders. To
            offer refunds too, use “Postpone or reschedule” under Status.
          </p>
        )}
        <VenueField venue={form.venue} error={fieldErrors.venue} onChange={(venue) => set("venue", venue)} />
      </Panel>
      <Panel title="Description" text="What to expect, how it feels and what makes it special.">
        <Field
          anchor="event-descriptionHtml"
          label={<span className="sr-only">Description</span>}
          error={fieldErrors.descriptionHtml}
        >
          <RichText
            label="Description"
            value={form.descriptionHtml}
            onChange={(html) => set("descriptionHtml", html)}
          />
        </Field>
      </Panel>
      <LineUpField />
      <PoliciesPanel />
      {event.isOver && (
        <Panel title="Recap" text="Shown on the event page now that it's over.">
          <Field label={<span className="sr-only">Recap</span>} {...field("recap")}>
            <Textarea rows={6} maxLength={8000} />
          </Field>
        </Panel>
      )}
    </div>
  );
}
