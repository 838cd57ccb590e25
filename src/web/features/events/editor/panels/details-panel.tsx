import { TextField, Options, Field, Textarea, TextareaField } from "#web/ui/field.tsx";
import { formatLongDate } from "#web/lib/dates.ts";
import { RichText } from "#web/ui/rich-text/rich-text.tsx";
import { TagInput } from "#web/ui/tag-input.tsx";
import { type EventFields, type EventForm, useEventEditor, useRows } from "../form/form-context.tsx";
import { TimesFields, VenueField } from "../form/when-and-where.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { PoliciesPanel, policyFields } from "./policies-panel.tsx";
import { ImagePlus, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Poster as Picture } from "#contract/events/events.ts";
import { Button } from "#web/ui/button.tsx";
import { Poster } from "#web/ui/poster.tsx";
import { PicturePicker } from "./pictures-panel.tsx";

const lineUpFields = {
  lineup: {
    label: "Lineup",
    message: { name: "Enter a name" },
    write: (acts) =>
      acts
        .map(({ name, role, picture }) => ({ name: name.trim(), role: role.trim(), picture: picture?.key ?? null }))
        // A row with nothing filled in is not an act.
        .filter(({ name, role, picture }) => name !== "" || role !== "" || picture !== null),
    describe: (acts) => acts.map(({ name }) => name).join(", "),
  },
} satisfies EventFields;

const roles = ["Headliner", "DJ set", "Live", "Host", "Sound system", "Steel band", "Dancers"];

/** The lineup in the order of the event page: name, role and image of each act. */
function LineUpPanel() {
  const { rows, add, change, field, tools } = useRows("lineup");
  const list = useRef<HTMLUListElement>(null);

  function addAct() {
    // The row must exist before it can be focused.
    flushSync(() => add({ name: "", role: "", picture: null }));
    list.current?.querySelector<HTMLInputElement>("li:last-child input")?.focus();
  }

  return (
    <Panel title="Lineup">
      <ul ref={list} id="event-lineup" tabIndex={-1} className="grid gap-3 empty:hidden">
        {rows.map((act, index) => {
          const label = act.name || `act ${index + 1}`;
          return (
            <li key={index} className="flex flex-wrap items-start gap-3 rounded-sm border border-line bg-raised/50 p-3">
              <PictureButton
                label={`Image of ${label}`}
                picture={act.picture}
                onChange={(picture) => change(index, { picture })}
              />
              <div className="grid min-w-0 grow basis-60 grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-2 max-sm:basis-full">
                <TextField label="Name" {...field(index, "name")} maxLength={120} />
                <TextField label="Role" {...field(index, "role")} maxLength={120} list="line-up-roles" />
              </div>
              {tools(index, label)}
            </li>
          );
        })}
      </ul>
      <datalist id="line-up-roles">
        <Options of={roles.map((role) => [role, role])} />
      </datalist>
      <div>
        <Button variant="outline" size="sm" onClick={addAct}>
          <Plus className="size-4.5" /> Add an act
        </Button>
      </div>
    </Panel>
  );
}

type PictureButtonProps = { label: string; picture: Picture | null; onChange: (picture: Picture) => void };

/** A small image button that opens the library. */
function PictureButton({ label, picture, onChange }: PictureButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={`${picture ? "Change" : "Choose"}: ${label}`}
        onClick={() => setOpen(true)}
        className="grid aspect-square w-16 place-items-center overflow-hidden rounded-sm border border-dashed border-edge text-muted transition-colors hover:border-ink hover:text-ink"
      >
        {picture ? (
          <Poster poster={picture} sizes="4rem" decorative className="size-full" />
        ) : (
          <ImagePlus className="size-6" strokeWidth={1.5} />
        )}
      </button>
      {isOpen && (
        <PicturePicker
          title={label}
          onClose={() => setOpen(false)}
          onPick={([chosen]) => {
            if (chosen?.poster) onChange(chosen.poster);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

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
        <TextField anchor="event-title" required {...field("title")} maxLength={120} />
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
        {event.sold + event.comps > 0 && (
          <p className="text-sm text-mango">
            People have tickets. If you change the times or venue, we'll ask whether to notify ticket holders. To offer
            refunds too, use “Postpone or reschedule” under Status.
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
          <TextareaField {...field("recap")} label={<span className="sr-only">Recap</span>} rows={6} maxLength={8000} />
        </Panel>
      )}
    </div>
  );
}
