import { Plus } from "lucide-react";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Panel } from "../panels/panel.tsx";
import { useEventEditor } from "./form-context.ts";
import type { ActRow } from "./event-form.ts";
import { PictureButton } from "./picture-button.tsx";
import { moved, RowTools } from "./row-tools.tsx";

const roles = ["Headliner", "DJ set", "Live", "Host", "Sound system", "Steel band", "Dancers"];

/** The lineup in the order of the event page: name, role and image of each act. */
export function LineUpField() {
  const { form, set, fieldErrors } = useEventEditor();
  const list = useRef<HTMLUListElement>(null);
  const change = (index: number, part: Partial<ActRow>) =>
    set(
      "lineup",
      form.lineup.map((act, at) => (at === index ? { ...act, ...part } : act)),
    );

  function add() {
    // The row must exist before it can be focused.
    flushSync(() => set("lineup", [...form.lineup, { name: "", role: "", picture: null }]));
    list.current?.querySelector<HTMLInputElement>("li:last-child input")?.focus();
  }

  return (
    <Panel title="Lineup">
      <ul ref={list} id="event-lineup" tabIndex={-1} className="grid gap-3 empty:hidden">
        {form.lineup.map((act, index) => (
          <li
            key={index}
            className="grid gap-3 rounded-sm border border-line bg-raised/50 p-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
          >
            <PictureButton
              label={`Image of ${act.name || `act ${index + 1}`}`}
              picture={act.picture}
              onChange={(picture) => change(index, { picture })}
            />
            <div className="grid gap-2 sm:grid-cols-2">
              <Field label="Name" error={fieldErrors[`lineup.${index}.name`]}>
                <Input value={act.name} maxLength={120} onChange={(e) => change(index, { name: e.target.value })} />
              </Field>
              <Field label="Role" error={fieldErrors[`lineup.${index}.role`]}>
                <Input
                  value={act.role}
                  maxLength={120}
                  list="line-up-roles"
                  onChange={(e) => change(index, { role: e.target.value })}
                />
              </Field>
            </div>
            <RowTools
              label={act.name || `act ${index + 1}`}
              index={index}
              count={form.lineup.length}
              onMove={(by) => set("lineup", moved(form.lineup, index, by))}
              onRemove={() =>
                set(
                  "lineup",
                  form.lineup.filter((_, at) => at !== index),
                )
              }
            />
          </li>
        ))}
      </ul>
      <datalist id="line-up-roles">
        {roles.map((role) => (
          <option key={role} value={role}>
            {role}
          </option>
        ))}
      </datalist>
      <div>
        <Button variant="outline" size="sm" onClick={add}>
          <Plus aria-hidden="true" className="size-4.5" /> Add an act
        </Button>
      </div>
    </Panel>
  );
}
