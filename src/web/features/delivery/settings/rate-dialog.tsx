import { useState } from "react";
import { ShippingRate } from "#contract/delivery/settings.ts";
import { usStates } from "#contract/delivery/us-states.ts";
import { TextField, Input, MoneyField } from "#web/ui/field.tsx";
import { centsOf, writeAmount } from "#web/lib/amounts.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormDialog } from "#web/ui/form-end.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import type { RowDialogProps } from "./rows.tsx";
import { toGrams, toWeight } from "./weights.ts";

/** Edits one shipping rate. It is saved with the whole table. */
export function RateDialog({ row: rate, onClose, onDone }: RowDialogProps<ShippingRate>) {
  const from = toWeight(rate?.fromGrams ?? 0);
  const below = toWeight(rate?.belowGrams ?? 0);
  const form = useZodForm({
    schema: ShippingRate,
    defaults: {
      name: rate?.name ?? "",
      states: rate?.states ?? [],
      fromPounds: from.pounds,
      fromOunces: from.ounces,
      belowPounds: below.pounds,
      belowOunces: below.ounces,
      price: writeAmount(rate?.priceCents),
      freeFrom: writeAmount(rate?.freeFromCents),
    },
    bodyOf: ({ name, states, price, freeFrom, ...weights }) => {
      const belowGrams = toGrams({ pounds: weights.belowPounds, ounces: weights.belowOunces }, rate?.belowGrams);
      return {
        ...(rate?.id === undefined ? {} : { id: rate.id }),
        name,
        states,
        fromGrams: toGrams({ pounds: weights.fromPounds, ounces: weights.fromOunces }, rate?.fromGrams),
        belowGrams: belowGrams === 0 ? null : belowGrams,
        priceCents: centsOf(price) ?? Number.NaN,
        freeFromCents: centsOf(freeFrom) ?? null,
      };
    },
    fields: { fromGrams: "fromPounds", belowGrams: "belowPounds", priceCents: "price", freeFromCents: "freeFrom" },
    messages: {
      name: "Name it as buyers will see it, such as Ground",
      fromGrams: "Enter a weight, or leave it blank",
      belowGrams: "Enter a weight, or leave it blank",
      priceCents: "Enter a price, such as 7.00. 0 is free shipping.",
      freeFromCents: "Enter an amount, or leave it blank",
    },
    submit: onDone,
  });
  return (
    <FormDialog title={rate ? "Edit shipping rate" : "New shipping rate"} action="Done" form={form} onClose={onClose}>
      <TextField
        label="Name"
        hint="What buyers choose: Ground, Express."
        required
        maxLength={60}
        {...form.field("name")}
      />
      <StatePicker {...form.bind("states")} />
      <div className="across-2 gap-4">
        <Pair legend="Orders from">
          <TextField label="Pounds" inputMode="decimal" maxLength={6} {...form.field("fromPounds")} />
          <TextField label="Ounces" inputMode="decimal" maxLength={6} {...form.field("fromOunces")} />
        </Pair>
        <Pair legend="Up to, but not including">
          <TextField label="Pounds" inputMode="decimal" maxLength={6} {...form.field("belowPounds")} />
          <TextField label="Ounces" inputMode="decimal" maxLength={6} {...form.field("belowOunces")} />
        </Pair>
      </div>
      <p className="-mt-2 text-sm text-muted">Leave both blank for any weight.</p>
      <div className="across-2 gap-4">
        <MoneyField label="Price" required {...form.field("price")} maxLength={10} />
        <MoneyField
          label="Free from"
          hint="Merch after discounts. Blank: never free."
          {...form.field("freeFrom")}
          maxLength={10}
        />
      </div>
    </FormDialog>
  );
}

const Pair = ({ legend, children }: { legend: string; children: React.ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
    <div className="grid grid-cols-2 gap-2">{children}</div>
  </fieldset>
);

/** Picks states by name. None means everywhere. */
function StatePicker({ value, onChange }: { value: string[]; onChange: (value: string[]) => void }) {
  const [text, setText] = useState("");
  const found = Object.entries(usStates).filter(([, name]) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const toggle = (code: string, isOn: boolean) =>
    onChange(isOn ? [...value, code].toSorted() : value.filter((each) => each !== code));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">
        States{" "}
        <span className="font-normal text-muted">
          {value.length === 0 ? "Everywhere in the US" : `${value.length} selected`}
        </span>
      </legend>
      <Input
        type="search"
        aria-label="Find a state"
        placeholder="Find a state"
        autoComplete="off"
        value={text}
        onChange={(e) => setText(e.target.value)}
      />
      <div className="mt-2 grid max-h-48 grid-cols-1 overflow-y-auto rounded-sm border border-line px-3 sm:grid-cols-2">
        {found.map(([code, name]) => (
          <Checkbox
            key={code}
            label={name}
            checked={value.includes(code)}
            onChange={(e) => toggle(code, e.target.checked)}
          />
        ))}
      </div>
      <p className="mt-1.5 text-sm text-muted">
        A state with rates of its own doesn't use the ones for everywhere. Select none to make this a rate for
        everywhere.
      </p>
    </fieldset>
  );
}
