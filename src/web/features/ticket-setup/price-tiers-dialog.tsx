import { useState } from "react";
import { type TicketSetup, TicketTypeInput } from "#contract/ticket-types.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { Field } from "#web/ui/field.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { Input } from "#web/ui/input.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import { setupPath, useSetupWrite } from "./queries.ts";
import { emptyForm, inputOf } from "./type-form.ts";

/** Early bird, then general, then door: each opens when the one before it sells out. */
const usualTiers = [
  { name: "Early bird", price: "30", capacity: "50" },
  { name: "General admission", price: "45", capacity: "200" },
  { name: "Door", price: "60", capacity: "50" },
];

const typeOf = (tier: (typeof usualTiers)[number], before?: number) =>
  inputOf({ ...emptyForm, ...tier, opens: before ? "after" : "at_once", opensAfterId: String(before) });

/** Three price tiers at once, each opening when the one before it sells out. */
export function PriceTiersDialog({ setup, onClose }: { setup: TicketSetup; onClose: () => void }) {
  const [made, setMade] = useState<number[]>([]);
  const write = useSetupWrite(setup.event.id);
  const form = useZodForm({
    defaults: { tiers: usualTiers },
    failureText,
    submit: async ({ tiers }): Promise<void> => {
      const unclear = tiers.find((tier) => !TicketTypeInput.safeParse(typeOf(tier)).success);
      const message = `${unclear?.name || "Each tier"} needs a name, a price and a quantity.`;
      if (unclear) return form.setError("root", { message });
      // Tiers created before a failure stay: the next press continues after them.
      const ids = [...made];
      try {
        for (const tier of tiers.slice(ids.length)) {
          const { types } = await write("POST", setupPath(setup.event.id), typeOf(tier, ids.at(-1)));
          ids.push(types.at(-1)!.id);
        }
      } finally {
        setMade(ids);
      }
      onClose();
    },
  });

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Price tiers"
      description="Each opens automatically when the one before it sells out."
      action="Add tiers"
    >
      <div className="grid gap-4">
        {usualTiers.map(({ name }, index) => (
          <fieldset
            key={name}
            disabled={index < made.length}
            className="grid grid-cols-[minmax(0,1fr)_5rem_5rem] items-start gap-2"
          >
            <legend className="sr-only">Tier {index + 1}</legend>
            <Field label={`${index + 1}. Name`} {...form.field(`tiers.${index}.name`)}>
              <Input maxLength={80} />
            </Field>
            <Field label="Price" {...form.field(`tiers.${index}.price`)}>
              <Input inputMode="decimal" />
            </Field>
            <Field label="Quantity" {...form.field(`tiers.${index}.capacity`)}>
              <Input inputMode="numeric" />
            </Field>
          </fieldset>
        ))}
      </div>
    </FormDialog>
  );
}
