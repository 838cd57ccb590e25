import { useId, useState } from "react";
import type { ShippingRate, TaxRate } from "#contract/delivery/settings.ts";
import { shippingOptions, taxOf, taxRateOf } from "#contract/delivery/rules.ts";
import { usStates } from "#contract/delivery/us-states.ts";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { DataList } from "#web/ui/data-list.tsx";
import { percentLabel, stateName } from "./labels.ts";
import { toGrams } from "./weights.ts";

const exampleCents = 3000;

/** What an order to a state costs by the tables as they are on screen, saved or not. */
export function DeliveryPreview({ rates, taxes }: { rates: ShippingRate[]; taxes: TaxRate[] }) {
  const [state, setState] = useState("NY");
  const [pounds, setPounds] = useState("1");
  const id = useId();
  const grams = toGrams({ pounds, ounces: "" });
  const place = { state, zip: null };
  const known = rates.map((rate, index) => ({ ...rate, id: index }));
  const options = Number.isNaN(grams) ? [] : shippingOptions(known, state, { grams, cents: exampleCents });
  const goodsRate = taxRateOf(taxes, place, "clothing", { cents: exampleCents, units: 1 });
  const shippingRate = taxRateOf(taxes, place, "shipping", { cents: exampleCents, units: 1 });
  return (
    <Panel compact title="Preview" text={`A ${formatMoney(exampleCents)} shirt, with these tables.`}>
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="To"
          value={state}
          onChange={(e) => setState(e.target.value)}
          options={Object.entries(usStates)}
        />
        <TextField
          label="Weight (lb)"
          inputMode="decimal"
          maxLength={6}
          value={pounds}
          onChange={(e) => setPounds(e.target.value)}
        />
      </div>
      <div role="status" aria-labelledby={id} className="grid gap-2 text-sm">
        <p id={id} className="font-semibold">
          {options.length === 0
            ? `You don't ship to ${stateName(state)}`
            : `A ${pounds} lb order to ${stateName(state)}`}
        </p>
        <DataList
          items={[
            ...options.map(({ name, priceCents }) => {
              const taxCents = taxOf(priceCents, shippingRate);
              return {
                term: name,
                detail: `${priceCents === 0 ? "Free" : formatMoney(priceCents)}${taxCents > 0 ? ` + ${formatMoney(taxCents)} tax` : ""}`,
              };
            }),
            {
              term: `Tax on the shirt, ${percentLabel(goodsRate)}`,
              detail: formatMoney(taxOf(exampleCents, goodsRate)),
            },
          ]}
        />
      </div>
    </Panel>
  );
}
