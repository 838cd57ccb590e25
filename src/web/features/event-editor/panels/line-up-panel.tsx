import { ImagePlus, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Poster as Picture } from "#contract/events.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Poster } from "#web/ui/poster.tsx";
import type { EventFields } from "../form/form-context.ts";
import { useRows } from "../form/row-tools.tsx";
import { Panel } from "./panel.tsx";
import { PicturePicker } from "./pictures-panel.tsx";

export const lineUpFields = {
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
export function LineUpPanel() {
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
            <li
              key={index}
              className="grid gap-3 rounded-sm border border-line bg-raised/50 p-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
            >
              <PictureButton
                label={`Image of ${label}`}
                picture={act.picture}
                onChange={(picture) => change(index, { picture })}
              />
              <div className="grid gap-2 sm:grid-cols-2">
                <Field label="Name" {...field(index, "name")}>
                  <Input maxLength={120} />
                </Field>
                <Field label="Role" {...field(index, "role")}>
                  <Input maxLength={120} list="line-up-roles" />
                </Field>
              </div>
              {tools(index, label)}
            </li>
          );
        })}
      </ul>
      <datalist id="line-up-roles">
        {roles.map((role) => (
          <option key={role} value={role}>
            {role}
          </option>
        ))}
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
          open
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
