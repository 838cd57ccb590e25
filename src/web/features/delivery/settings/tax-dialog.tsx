import { TaxedCategory, TaxRate } from "#contract/delivery/settings.ts";
import { usStates } from "#contract/delivery/us-states.ts";
import { SelectField, TextField, MoneyField } from "#web/ui/field.tsx";
import { centsOf, writeAmount } from "#web/lib/amounts.ts";
import { FormDialog } from "#web/ui/form-end.tsx";
import { useZodForm } from "#web/ui/use-zod-form.ts";
import type { RowDialogProps } from "./rows.tsx";
import { categoryLabels } from "./labels.ts";

/** Edits one row of the tax table. It is saved with the whole table. */
export function TaxDialog({ row: tax, onClose, onDone }: RowDialogProps<TaxRate>) {
  const form = useZodForm({
    schema: TaxRate,
    defaults: {
      state: tax?.state ?? "",
      zipFrom: tax?.zipFrom ?? "",
      zipTo: tax?.zipTo ?? "",
      category: tax?.category ?? "",
      percent: tax ? String(tax.rate / 1000) : "",
      freeBelow: writeAmount(tax?.freeBelowCents),
    },
    bodyOf: ({ state, zipFrom, zipTo, category, percent, freeBelow }) => ({
      state,
      zipFrom: zipFrom.trim() || null,
      zipTo: zipTo.trim() || zipFrom.trim() || null,
      category: category || null,
      rate: percent.trim() === "" ? Number.NaN : Math.round(Number(percent.trim().replace("%", "")) * 1000),
      freeBelowCents: category === "shipping" ? null : (centsOf(freeBelow) ?? null),
    }),
    fields: { rate: "percent", freeBelowCents: "freeBelow" },
    messages: {
      state: "Choose a state",
      rate: "Enter a rate from 0% to 30%, such as 8.875",
      freeBelowCents: "Enter a price, such as 110.00, or leave it blank",
    },
    submit: onDone,
  });
  return (
    <FormDialog title={tax ? "Edit sales tax" : "New sales tax"} action="Done" form={form} onClose={onClose}>
      <SelectField
        label="State"
        required
        {...form.field("state")}
        options={[["", "Choose"], ...Object.entries(usStates)]}
      />
      <div className="across-2 gap-4">
        <TextField
          label="First ZIP Code"
          hint="Blank: the whole state."
          maxLength={5}
          inputMode="numeric"
          {...form.field("zipFrom")}
        />
        <TextField label="Last ZIP Code" maxLength={5} inputMode="numeric" {...form.field("zipTo")} />
      </div>
      <SelectField
        label="What it's for"
        {...form.field("category")}
        options={[
          ["", "Everything, shipping included"],
          ...TaxedCategory.options.map((category) => [category, categoryLabels[category]] as const),
        ]}
      />
      <TextField label="Rate (%)" required inputMode="decimal" maxLength={7} {...form.field("percent")} />
      {form.values.category !== "shipping" && (
        <MoneyField
          label="No tax on items under"
          hint="The price of one item after its discount. New York clothing: $110.00. Blank: taxed at any price."
          {...form.field("freeBelow")}
          maxLength={10}
        />
      )}
    </FormDialog>
  );
}
