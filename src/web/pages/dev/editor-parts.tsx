import { useState } from "react";
import { Field } from "#web/ui/field.tsx";
import { PhoneFrame } from "#web/ui/phone-frame.tsx";
import { RichText } from "#web/ui/rich-text/rich-text.tsx";
import { TagInput } from "#web/ui/tag-input.tsx";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { Specimen } from "./specimen.tsx";

const newYork = "America/New_York";
const story =
  "<h3>The rules</h3><p>Come <strong>early</strong>, come <em>dressed</em>.</p><ul><li>Linen</li><li>Gold</li></ul>";

/** The parts of event forms, in each state. */
export function EditorParts() {
  const [plain, setPlain] = useState<string | null>("2026-11-29T03:00:00.000Z");
  const [twice, setTwice] = useState<string | null>("2026-11-01T05:30:00.000Z");
  const [empty, setEmpty] = useState<string | null>(null);
  const [tags, setTags] = useState(["Soca", "Boat ride"]);
  const [text, setText] = useState(story);
  return (
    <>
      <Specimen name="Zoned time">
        <Field label="Starts" hint="2:30 AM on March 14, 2027 doesn't exist in New York. Try it." className="w-80">
          <ZonedTimeInput value={plain} timeZone={newYork} onChange={setPlain} />
        </Field>
        <Field label="In the repeated hour" className="w-80">
          <ZonedTimeInput value={twice} timeZone={newYork} onChange={setTwice} />
        </Field>
        <Field label="Doors" error="Doors must open before the event starts" className="w-80">
          <ZonedTimeInput value={empty} timeZone="Europe/London" onChange={setEmpty} canBeEmpty />
        </Field>
      </Specimen>
      <Specimen name="Tags">
        <Field label="Categories" className="w-80">
          <TagInput value={tags} onChange={setTags} suggestions={["Dancehall", "Brunch"]} />
        </Field>
        <Field label="None yet" className="w-80">
          <TagInput value={[]} onChange={() => undefined} placeholder="Soca, Day party" />
        </Field>
        <Field label="Full" className="w-80">
          <TagInput value={["One", "Two"]} most={2} onChange={() => undefined} />
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
    </>
  );
}
