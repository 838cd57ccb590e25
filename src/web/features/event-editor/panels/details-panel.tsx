import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { RichText } from "#web/ui/rich-text/rich-text.tsx";
import { TagInput } from "#web/ui/tag-input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { LineUpField } from "../form/line-up-field.tsx";
import { useNight } from "../form/form-context.ts";
import { TimesFields } from "../form/times-fields.tsx";
import { VenueField } from "../form/venue-field.tsx";
import { HousePanel } from "./house-panel.tsx";
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

/** What the night is, when and where, and who plays. */
export function DetailsPanel() {
  const { night, form, set, faults } = useNight();
  return (
    <div className="grid gap-6">
      <Panel title="The night">
        <Field anchor="night-title" label="Name" error={faults.title} required>
          <Input value={form.title} maxLength={120} onChange={(event) => set("title", event.target.value)} />
        </Field>
        <Field
          anchor="night-summary"
          label="In one line"
          hint="Under the name, in lists and in shared links."
          error={faults.summary}
          required
        >
          <Textarea
            rows={2}
            maxLength={300}
            value={form.summary}
            onChange={(event) => set("summary", event.target.value.replace(/\s*\n\s*/g, " "))}
          />
        </Field>
        <Field label="Categories" hint="Enter or a comma sets one." error={faults.categories}>
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
          faults={faults}
          onChange={(change) => {
            for (const name of ["timeZone", "startsAt", "doorsAt", "endsAt"] as const) {
              if (change[name] !== undefined && change[name] !== form[name]) set(name, change[name] as never);
            }
          }}
        />
        {night.sold > 0 && (
          <p className="text-sm text-mango">
            Tickets are sold. Saving other times or another place asks whether those who hold them are told; to offer
            their money back as well, use “Postpone or move” under State.
          </p>
        )}
        <VenueField venue={form.venue} error={faults.venue} onChange={(venue) => set("venue", venue)} />
      </Panel>
      <Panel title="The story" text="What it feels like, what to expect, what is special.">
        <Field
          anchor="night-descriptionHtml"
          label={<span className="sr-only">The story</span>}
          error={faults.descriptionHtml}
        >
          <RichText label="The story" value={form.descriptionHtml} onChange={(html) => set("descriptionHtml", html)} />
        </Field>
      </Panel>
      <LineUpField />
      <HousePanel />
      {night.isOver && (
        <Panel title="How it was" text="Stands on the page of the night now that it is over.">
          <Field label={<span className="sr-only">How it was</span>} error={faults.recap}>
            <Textarea
              rows={6}
              maxLength={8000}
              value={form.recap}
              onChange={(event) => set("recap", event.target.value)}
            />
          </Field>
        </Panel>
      )}
    </div>
  );
}
