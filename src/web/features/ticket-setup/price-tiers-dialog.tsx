import { useState } from "react";
import type { TicketSetup } from "#contract/ticket-types.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormEnd } from "#web/ui/form-end.tsx";
import { Input } from "#web/ui/input.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { defaultPriceTiers, readStep } from "./presets.ts";
import { setupPath, useSetupWrite } from "./queries.ts";

/** Three price tiers at once, each opening when the one before it sells out. */
export function PriceTiersDialog({ setup, onClose }: { setup: TicketSetup; onClose: () => void }) {
  const [made, setMade] = useState<number[]>([]);
  const write = useSetupWrite(setup.event.id);
  const form = useZodForm({
    defaults: { steps: defaultPriceTiers },
    failureText,
    submit: async ({ steps }): Promise<void> => {
      const unclear = steps.find((step) => readStep(step) === undefined);
      const message = `${unclear?.name || "Each tier"} needs a name, a price and a quantity.`;
      if (unclear) return form.setError("root", { message });
      // Tiers created before a failure stay: the next press continues after them.
      const ids = [...made];
      try {
        for (const step of steps.slice(ids.length)) {
          const { types } = await write("POST", setupPath(setup.event.id), readStep(step, ids.at(-1)));
          ids.push(types.at(-1)!.id);
        }
      } finally {
        setMade(ids);
      }
      onClose();
    },
  });

  return (
    <Dialog
      onClose={onClose}
      title="Price tiers"
      description="Each opens automatically when the one before it sells out."
    >
      <form {...form.props} className="grid gap-4">
        {defaultPriceTiers.map(({ name }, index) => (
          <fieldset
            key={name}
            disabled={index < made.length}
            className="grid grid-cols-[minmax(0,1fr)_5rem_5rem] items-start gap-2"
          >
            <legend className="sr-only">Tier {index + 1}</legend>
            <Field label={`${index + 1}. Name`} {...form.field(`steps.${index}.name`)}>
              <Input maxLength={80} />
            </Field>
            <Field label="Price" {...form.field(`steps.${index}.price`)}>
              <Input inputMode="decimal" />
            </Field>
            <Field label="Quantity" {...form.field(`steps.${index}.capacity`)}>
              <Input inputMode="numeric" />
            </Field>
          </fieldset>
        ))}
        <FormEnd form={form} action="Add tiers" />
      </form>
    </Dialog>
  );
}
