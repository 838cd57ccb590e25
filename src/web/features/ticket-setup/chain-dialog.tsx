import { type FormEvent, useState } from "react";
import type { TicketSetup } from "#contract/ticket-types.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { chainStart, type ChainStep, readStep } from "./presets.ts";
import { setupPath, useSetupWrite } from "./queries.ts";

/** Three releases in one go, each opening when the one before it sells out. */
export function ChainDialog({ setup, onClose }: { setup: TicketSetup; onClose: () => void }) {
  const [steps, setSteps] = useState(chainStart);
  const [made, setMade] = useState<number[]>([]);
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const write = useSetupWrite(setup.event.id);

  const change = (index: number, part: Partial<ChainStep>) =>
    setSteps(steps.map((step, at) => (at === index ? { ...step, ...part } : step)));

  async function save(submission: FormEvent) {
    submission.preventDefault();
    const unclear = steps.find((step) => readStep(step) === undefined);
    if (unclear) return setFailure(`${unclear.name || "Each release"} needs a name, a price and a number.`);
    setSaving(true);
    setFailure(undefined);
    // What was made before a failure stays made: the next press goes on behind it.
    const ids = [...made];
    try {
      for (const step of steps.slice(ids.length)) {
        const { types } = await write("POST", setupPath(setup.event.id), readStep(step, ids.at(-1)));
        ids.push(types.at(-1)!.id);
      }
      onClose();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setMade(ids);
      setSaving(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Three releases"
      description="Each opens by itself when the one before it is gone."
    >
      <form noValidate onSubmit={(submission) => void save(submission)} className="grid gap-4">
        {steps.map((step, index) => (
          <fieldset
            key={chainStart[index]!.name}
            disabled={index < made.length}
            className="grid grid-cols-[minmax(0,1fr)_5rem_5rem] items-start gap-2"
          >
            <legend className="sr-only">Release {index + 1}</legend>
            <Field label={`${index + 1}. Name`}>
              <Input
                value={step.name}
                maxLength={80}
                onChange={(event) => change(index, { name: event.target.value })}
              />
            </Field>
            <Field label="Price">
              <Input
                inputMode="decimal"
                value={step.price}
                onChange={(event) => change(index, { price: event.target.value })}
              />
            </Field>
            <Field label="Units">
              <Input
                inputMode="numeric"
                value={step.capacity}
                onChange={(event) => change(index, { capacity: event.target.value })}
              />
            </Field>
          </fieldset>
        ))}
        {failure && <Notice tone="bad" title={failure} />}
        <Button type="submit" size="lg" loading={isSaving}>
          Add the releases
        </Button>
      </form>
    </Dialog>
  );
}
