import { useState } from "react";
import { formatLongDate } from "#web/lib/dates.ts";
import { returnSentence, termsOf } from "#web/features/refunds/words.ts";
import { Radio } from "#web/ui/radio.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { useNight } from "../form/form-context.ts";
import { takeTheirs, type FieldName, type NightForm } from "../form/night-form.ts";
import type { Conflict } from "../form/use-night-form.ts";
import { fieldWords, plural } from "../words.ts";

/** Two people changed the same: shows both, field by field, and goes on with what is chosen. */
export function ConflictDialog() {
  const { conflict, resolve, dropConflict } = useNight();
  if (!conflict) return null;
  return <Choosing key={conflict.night.version} conflict={conflict} onChosen={resolve} onClose={dropConflict} />;
}

type ChoosingProps = { conflict: Conflict; onChosen: (form: NightForm) => Promise<boolean>; onClose: () => void };

function Choosing({ conflict, onChosen, onClose }: ChoosingProps) {
  const { conflicts, form, mine, theirs, night } = conflict;
  const [theirFields, setTheirFields] = useState<ReadonlySet<FieldName>>(new Set());
  const who = night.updatedBy ?? "Somebody else";

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
      title="Saved meanwhile"
      description={`${who} saved this night while you were writing. Everything else is put together; of these, choose.`}
    >
      <div className="grid gap-5">
        {conflicts.map((name) => (
          <fieldset key={name} className="grid gap-2">
            <legend className="mb-1 text-sm font-semibold">{fieldWords[name]}</legend>
            {[false, true].map((isTheirs) => (
              <label
                key={String(isTheirs)}
                htmlFor={`${name}-${isTheirs}`}
                className="flex items-start gap-3 rounded-sm border border-line bg-raised p-3 has-checked:border-gold"
              >
                <Radio
                  id={`${name}-${isTheirs}`}
                  name={name}
                  aria-label={`${fieldWords[name]}: ${isTheirs ? who : "yours"}`}
                  checked={theirFields.has(name) === isTheirs}
                  onChange={() => choose(name, isTheirs)}
                  className="mt-0.5"
                />
                <span className="grid min-w-0 gap-0.5">
                  <span className="text-sm text-muted">{isTheirs ? who : "You"}</span>
                  <span className="line-clamp-4 wrap-anywhere">{describe(isTheirs ? theirs : mine, name)}</span>
                </span>
              </label>
            ))}
          </fieldset>
        ))}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            Not now
          </Button>
          <Button onClick={() => void onChosen(takeTheirs(form, theirs, [...theirFields]))}>Save this</Button>
        </div>
      </div>
    </Dialog>
  );
}

/** A field's value in words; long ones are cut by the line. */
function describe(form: NightForm, name: FieldName): string {
  switch (name) {
    case "venue":
      return `${form.venue.name}, ${form.venue.city}`;
    case "poster":
      return form.poster?.alt ?? "Nothing";
    case "lineup":
      return form.lineup.map((act) => act.name).join(", ") || "Nobody";
    case "policies":
      return form.policies.map(({ title }) => title).join(", ") || "Nothing";
    case "gallery":
      return plural(form.gallery.length, "picture");
    case "categories":
      return form.categories.join(", ") || "Nothing";
    case "descriptionHtml":
      return form.descriptionHtml.replace(/<[^>]+>/g, " ").trim() || "Nothing";
    case "startsAt":
    case "doorsAt":
    case "endsAt": {
      const instant = form[name];
      return instant === null ? "Nothing" : formatLongDate(instant, form.timeZone);
    }
    case "refunds":
      return returnSentence(termsOf(form.refunds, form.startsAt), form.timeZone);
    case "hideCounts":
      return form.hideCounts ? "Yes" : "No";
    case "title":
    case "slug":
    case "summary":
    case "timeZone":
    case "ageRule":
    case "dressCode":
    case "seoTitle":
    case "seoDescription":
    case "recap":
    case "entryOpensMinutes":
      return String(form[name] ?? "") || "Nothing";
  }
}
