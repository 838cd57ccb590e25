import { type FormEvent, useState } from "react";
import type { TicketSetup } from "#contract/ticket-types.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { defaultPriceTiers, type PriceTierDraft, readStep } from "./presets.ts";
import { setupPath, useSetupWrite } from "./queries.ts";

/** Three price tiers at once, each opening when the one before it sells out. */
export function PriceTiersDialog({ setup, onClose }: { setup: TicketSetup; onClose: () => void }) {
  const [steps, setSteps] = useState(defaultPriceTiers);
  const [made, setMade] = useState<number[]>([]);
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const write = useSetupWrite(setup.event.id);

  const change = (index: number, part: Partial<PriceTierDraft>) =>
    setSteps(steps.map((step, at) => (at === index ? { ...step, ...part } : step)));

  async function save(submission: FormEvent) {
    submission.preventDefault();
    const unclear = steps.find((step) => readStep(step) === undefined);
    if (unclear) return setFailure(`${unclear.name || "Each tier"} needs a name, a price and a quantity.`);
    setSaving(true);
    setFailure(undefined);
    // Tiers created before a failure stay: the next press continues after them.
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
      title="Price tiers"
      description="Each opens automatically when the one before it sells out."
    >
      <form noValidate onSubmit={(submission) => void save(submission)} className="grid gap-4">
        {steps.map((step, index) => (
          <fieldset
            key={defaultPriceTiers[index]!.name}
            disabled={index < made.length}
            className="grid grid-cols-[minmax(0,1fr)_5rem_5rem] items-start gap-2"
          >
            <legend className="sr-only">Tier {index + 1}</legend>
            <Field label={`${index + 1}. Name`}>
              <Input value={step.name} maxLength={80} onChange={(e) => change(index, { name: e.target.value })} />
            </Field>
            <Field label="Price">
              <Input
                inputMode="decimal"
                value={step.price}
                onChange={(e) => change(index, { price: e.target.value })}
              />
            </Field>
            <Field label="Quantity">
              <Input
                inputMode="numeric"
                value={step.capacity}
                onChange={(e) => change(index, { capacity: e.target.value })}
              />
            </Field>
          </fieldset>
        ))}
        {failure && <Callout tone="bad" title={failure} />}
        <Button type="submit" size="lg" loading={isSaving}>
          Add tiers
        </Button>
      </form>
    </Dialog>
  );
}
