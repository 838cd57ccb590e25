import { useState } from "react";
import { formatLongDate } from "#web/lib/dates.ts";
import { returnSentence, termsOf } from "#web/features/refunds/labels.ts";
import { Radio } from "#web/ui/radio.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { useEventEditor } from "../form/form-context.ts";
import { takeTheirs, type FieldName, type EventForm } from "../form/event-form.ts";
import type { Conflict } from "../form/use-event-form.ts";
import { fieldLabels, plural } from "../labels.ts";

/** Two people changed the same fields: shows both versions of each and saves the chosen ones. */
export function ConflictDialog() {
  const { conflict, resolve, dropConflict } = useEventEditor();
  if (!conflict) return null;
  return <Choosing key={conflict.event.version} conflict={conflict} onChosen={resolve} onClose={dropConflict} />;
}

type ChoosingProps = { conflict: Conflict; onChosen: (form: EventForm) => Promise<boolean>; onClose: () => void };

function Choosing({ conflict, onChosen, onClose }: ChoosingProps) {
  const { conflicts, form, mine, theirs, event } = conflict;
  const [theirFields, setTheirFields] = useState<ReadonlySet<FieldName>>(new Set());
  const who = event.updatedBy ?? "Someone else";

  function choose(name: FieldName, isTheirs: boolean) {
    const next = new Set(theirFields);
    if (isTheirs) next.add(name);
    else next.delete(name);
    setTheirFields(next);
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Edit conflict"
      description={`${who} saved this event while you were editing. Choose which version to keep; we merged the rest.`}
    >
      <div className="grid gap-5">
        {conflicts.map((name) => (
          <fieldset key={name} className="grid gap-2">
            <legend className="mb-1 text-sm font-semibold">{fieldLabels[name]}</legend>
            {[false, true].map((isTheirs) => (
              <label
                key={String(isTheirs)}
                htmlFor={`${name}-${isTheirs}`}
                className="flex items-start gap-3 rounded-sm border border-line bg-raised p-3 has-checked:border-gold"
              >
                <Radio
                  id={`${name}-${isTheirs}`}
                  name={name}
                  aria-label={`${fieldLabels[name]}: ${isTheirs ? who : "yours"}`}
                  checked={theirFields.has(name) === isTheirs}
                  onChange={() => choose(name, isTheirs)}
                  className="mt-0.5"
                />
                <span className="grid min-w-0 gap-0.5">
                  <span className="text-sm text-muted">{isTheirs ? who : "Yours"}</span>
                  <span className="line-clamp-4 wrap-anywhere">{describe(isTheirs ? theirs : mine, name)}</span>
                </span>
              </label>
            ))}
          </fieldset>
        ))}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => void onChosen(takeTheirs(form, theirs, [...theirFields]))}>Save</Button>
        </div>
      </div>
    </Dialog>
  );
}

/** A field's value as text; CSS cuts long ones by lines. */
function describe(form: EventForm, name: FieldName): string {
  switch (name) {
    case "venue":
      return `${form.venue.name}, ${form.venue.city}`;
    case "poster":
      return form.poster?.alt ?? "None";
    case "lineup":
      return form.lineup.map((act) => act.name).join(", ") || "None";
    case "policies":
      return form.policies.map(({ title }) => title).join(", ") || "None";
    case "gallery":
      return plural(form.gallery.length, "image");
    case "categories":
      return form.categories.join(", ") || "None";
    case "descriptionHtml":
      return form.descriptionHtml.replace(/<[^>]+>/g, " ").trim() || "None";
    case "startsAt":
    case "doorsAt":
    case "endsAt": {
      const instant = form[name];
      return instant === null ? "None" : formatLongDate(instant, form.timeZone);
    }
    case "refunds":
      return returnSentence(termsOf(form.refunds, form.startsAt), form.timeZone);
    case "hideCounts":
      return form.hideCounts ? "Yes" : "No";
    case "ageRule":
      return form.ageRule === "all" ? "All ages" : form.ageRule;
    case "timeZone":
      return form.timeZone.replaceAll("_", " ");
    case "entryOpensMinutes":
      if (form.entryOpensMinutes === null) return "Any time";
      return form.entryOpensMinutes === 0 ? "When doors open" : `${form.entryOpensMinutes} minutes before doors`;
    case "title":
    case "slug":
    case "summary":
    case "dressCode":
    case "seoTitle":
    case "seoDescription":
    case "recap":
      return form[name] || "None";
  }
}
