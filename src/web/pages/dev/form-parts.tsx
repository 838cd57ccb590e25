import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import type { ButtonVariant } from "#web/ui/button-style.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field, type FieldProps, Select, Textarea, Input, MoneyInput } from "#web/ui/field.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Stepper } from "#web/ui/stepper.tsx";
import { Specimen } from "./chart-parts.tsx";
import { PhoneFrame } from "#web/ui/phone-frame.tsx";
import { RichText } from "#web/ui/rich-text/rich-text.tsx";
import { TagInput } from "#web/ui/tag-input.tsx";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { Uploader, type UploadItem } from "#web/ui/uploader.tsx";

const items: UploadItem[] = [
  { id: "1", name: "waiting.jpg", state: "waiting", progress: 0 },
  {
    id: "2",
    name: "a flyer whose name is longer than any line it could fit on.png",
    state: "sending",
    progress: 0.42,
  },
  { id: "3", name: "being-worked-on.webp", state: "working", progress: 1 },
  { id: "4", name: "there-before.avif", state: "done", progress: 1, note: "This file is already in the library." },
  { id: "5", name: "menu.pdf", state: "failed", progress: 0, note: "We can't read this file as an image." },
  { id: "6", name: "broken-off.jpg", state: "failed", progress: 0.7, note: "The connection was lost.", canRetry: true },
];
const nothing = () => undefined;
const common = {
  hint: "JPEG or PNG, up to 25 MB.",
  accept: "image/*",
  onFiles: nothing,
  onRemove: nothing,
  onRetry: nothing,
};

const story =
  "<h3>The rules</h3><p>Come <strong>early</strong>, come <em>dressed</em>.</p><ul><li>Linen</li><li>Gold</li></ul>";

const variants: ButtonVariant[] = ["gold", "ink", "outline", "quiet", "danger"];

const fields: Omit<FieldProps, "className">[] = [
  { label: "Plain", hint: "A hint says what to enter.", children: <Input placeholder="Placeholder" /> },
  { label: "With an error", error: "Username must be at least 3 characters", children: <Input defaultValue="ab" /> },
  { label: "Disabled", children: <Input disabled defaultValue="Locked" /> },
  {
    label: "Select",
    children: (
      <Select>
        <option>Brooklyn</option>
        <option>Miami</option>
      </Select>
    ),
  },
  { label: "Date", children: <Input type="date" defaultValue="2026-11-28" /> },
  { label: "Money", hint: "15 or 15.50", children: <MoneyInput defaultValue="48.50" /> },
  {
    label: "Money, with an error",
    error: "Enter an amount of $5.00 or more",
    children: <MoneyInput defaultValue="three" />,
  },
  { label: "Textarea", children: <Textarea /> },
];

const times = [
  {
    label: "Starts",
    hint: "2:30 AM on March 14, 2027 doesn't exist in New York. Try it.",
    first: "2026-11-29T03:00:00.000Z",
  },
  { label: "In the repeated hour", first: "2026-11-01T05:30:00.000Z" },
  { label: "Doors", error: "Doors must open before the event starts", first: null },
];

function TimeField({ first, ...field }: Omit<FieldProps, "children"> & { first: string | null }) {
  const [value, setValue] = useState(first);
  return (
    <Field {...field} className="w-80">
      <ZonedTimeInput value={value} timeZone="America/New_York" onChange={setValue} canBeEmpty={first === null} />
    </Field>
  );
}

/** The parts of forms, in each state. */
export function FormParts({ theme }: { theme: string }) {
  const [count, setCount] = useState(2);
  const [tags, setTags] = useState(["Soca", "Boat ride"]);
  const [text, setText] = useState(story);
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
        {fields.map((field, index) => (
          <Field key={index} {...field} className="w-64" />
        ))}
        <div>
          <Checkbox label="Unchecked" name={`${theme}-a`} />
          <Checkbox label="Checked" defaultChecked name={`${theme}-b`} />
          <Checkbox label="Disabled" disabled name={`${theme}-c`} />
        </div>
      </Specimen>
      <Specimen name="Stepper">
        <Stepper label="Early bird" value={count} max={4} onChange={setCount} />
        <Stepper label="At zero" value={0} max={4} onChange={nothing} />
      </Specimen>
      <Specimen name="Zoned time">
        {times.map((time) => (
          <TimeField key={time.label} {...time} />
        ))}
      </Specimen>
      <Specimen name="Tags">
        <Field label="Categories" className="w-80">
          <TagInput value={tags} onChange={setTags} suggestions={["Dancehall", "Brunch"]} />
        </Field>
        <Field label="None yet" className="w-80">
          <TagInput value={[]} onChange={nothing} placeholder="Soca, Day party" />
        </Field>
        <Field label="Full" className="w-80">
          <TagInput value={Array.from("ABCDEFGHIJKL")} onChange={nothing} />
        </Field>
      </Specimen>
      <Specimen name="Rich text">
        <div className="w-full max-w-2xl">
          <RichText label="The story" value={text} onChange={setText} />
        </div>
      </Specimen>
      <Specimen name="Phone frame">
        <PhoneFrame title="A small page" className="h-64 w-72">
          <p className="display p-4 text-display-md">As wide as a phone</p>
        </PhoneFrame>
      </Specimen>
      <Specimen name="Uploader">
        <div className="grid w-full gap-6 lg:grid-cols-2">
          <Uploader title="Add files" items={items} {...common} />
          <Uploader title="Add a file" items={[]} multiple={false} compact {...common} />
        </div>
      </Specimen>
    </>
  );
}
