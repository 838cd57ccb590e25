import { useState } from "react";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import type { ButtonVariant } from "#web/ui/button-style.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input, MoneyInput } from "#web/ui/input.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { RichSelect } from "#web/ui/rich-select.tsx";
import { Select } from "#web/ui/select.tsx";
import { Stepper } from "#web/ui/stepper.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { Specimen } from "./specimen.tsx";

const variants: ButtonVariant[] = ["gold", "ink", "outline", "quiet", "danger"];

const people = [
  { value: "marva", label: "Marva Bright", hint: "Admin", picture: <Avatar letter="M" /> },
  { value: "duke", label: "Selector Duke", hint: "Moderator", picture: <Avatar letter="D" /> },
  { value: "door", label: "The Door", hint: "Suspended", picture: <Avatar letter="D" />, disabled: true },
];

export function FormParts({ theme }: { theme: string }) {
  const [count, setCount] = useState(2);
  const [person, setPerson] = useState("marva");
  return (
    <>
      <Specimen name="Button">
        {variants.map((variant) => (
          <div key={variant} className="grid justify-items-start gap-3">
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} loading>
              {variant}
            </Button>
            <Button variant={variant} disabled>
              {variant}
            </Button>
          </div>
        ))}
        <Button size="sm">Small</Button>
        <Button size="lg">Large</Button>
        <LinkButton to="/events" variant="outline">
          Link button
        </LinkButton>
      </Specimen>
      <Specimen name="Field">
        <Field label="Plain" hint="A hint says what to enter." className="w-64">
          <Input placeholder="Placeholder" />
        </Field>
        <Field label="With an error" error="Username must be at least 3 characters" className="w-64">
          <Input defaultValue="ab" />
        </Field>
        <Field label="Disabled" className="w-64">
          <Input disabled defaultValue="Locked" />
        </Field>
        <Field label="Select" className="w-64">
          <Select>
            <option>Brooklyn</option>
            <option>Miami</option>
          </Select>
        </Field>
        <Field label="Rich select" className="w-64">
          <RichSelect value={person} onChange={setPerson} options={people} />
        </Field>
        <Field label="Rich select, with an error" error="Choose someone" className="w-64">
          <RichSelect value={undefined} onChange={setPerson} options={people} placeholder="No one yet" />
        </Field>
        <Field label="Rich select, disabled" className="w-64">
          <RichSelect disabled value="duke" onChange={setPerson} options={people} />
        </Field>
        <Field label="Date" className="w-64">
          <Input type="date" defaultValue="2026-11-28" />
        </Field>
        <Field label="Money" hint="15 or 15.50" className="w-64">
          <MoneyInput defaultValue="48.50" />
        </Field>
        <Field label="Money, with an error" error="Enter an amount of $5.00 or more" className="w-64">
          <MoneyInput defaultValue="three" />
        </Field>
        <Field label="Textarea" className="w-64">
          <Textarea />
        </Field>
        <div>
          <Checkbox label="Unchecked" name={`${theme}-a`} />
          <Checkbox label="Checked" defaultChecked name={`${theme}-b`} />
          <Checkbox label="Disabled" disabled name={`${theme}-c`} />
        </div>
      </Specimen>
      <Specimen name="Stepper">
        <Stepper label="Early bird" value={count} max={4} onChange={setCount} />
        <Stepper label="At zero" value={0} max={4} onChange={() => undefined} />
      </Specimen>
    </>
  );
}
