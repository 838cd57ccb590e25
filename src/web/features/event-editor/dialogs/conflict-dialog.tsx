import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Radio } from "#web/ui/radio.tsx";
import { describeField, eventFields, takeTheirs } from "../form/event-form.ts";
import { type FieldName, useEventEditor } from "../form/form-context.ts";
import type { Conflict } from "../form/use-event-form.ts";

/** Two people changed the same fields: shows both versions of each and saves the chosen ones. */
export function ConflictDialog() {
  const { conflict } = useEventEditor();
  if (!conflict) return null;
  return <Choosing key={conflict.event.version} conflict={conflict} />;
}

function Choosing({ conflict }: { conflict: Conflict }) {
  const { resolve, dropConflict } = useEventEditor();
  const { conflicts, form, mine, theirs, event } = conflict;
  const [theirFields, setTheirFields] = useState<FieldName[]>([]);
  const who = event.updatedBy ?? "Someone else";

  return (
    <Dialog
      onClose={dropConflict}
      title="Edit conflict"
      description={`${who} saved this event while you were editing. Choose which version to keep; we merged the rest.`}
    >
      <div className="grid gap-5">
        {conflicts.map((name) => (
          <fieldset key={name} className="grid gap-2">
            <legend className="mb-1 text-sm font-semibold">{eventFields[name].label}</legend>
            {[false, true].map((isTheirs) => (
              <label
                key={String(isTheirs)}
                htmlFor={`${name}-${isTheirs}`}
                className="flex items-start gap-3 rounded-sm border border-line bg-raised p-3 has-checked:border-gold"
              >
                <Radio
                  id={`${name}-${isTheirs}`}
                  name={name}
                  aria-label={`${eventFields[name].label}: ${isTheirs ? who : "yours"}`}
                  checked={theirFields.includes(name) === isTheirs}
                  onChange={() =>
                    setTheirFields(isTheirs ? [...theirFields, name] : theirFields.filter((each) => each !== name))
                  }
                  className="mt-0.5"
                />
                <span className="grid min-w-0 gap-0.5">
                  <span className="text-sm text-muted">{isTheirs ? who : "Yours"}</span>
                  <span className="line-clamp-4 wrap-anywhere">{describeField(isTheirs ? theirs : mine, name)}</span>
                </span>
              </label>
            ))}
          </fieldset>
        ))}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={dropConflict}>
            Cancel
          </Button>
          <Button onClick={() => void resolve(conflict, takeTheirs(form, theirs, theirFields))}>Save</Button>
        </div>
      </div>
    </Dialog>
  );
}
