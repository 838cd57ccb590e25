import { useState } from "react";
import { counted } from "#web/features/admin/figures.tsx";
import { Options } from "#web/features/admin/form-fields.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input, MoneyInput } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { useProductEditor } from "./editor-context.ts";
import { type VariantField, variantFields } from "./variant-fields.ts";

type BulkField = Exclude<VariantField, "sku">;
const bulkFields = Object.entries(variantFields).filter(([name]) => name !== "sku");

type BulkBarProps = {
  /** Positions of the selected variants. */
  chosen: number[];
  onSelectAll: (isOn: boolean) => void;
};

/** Sets one field of all selected variants, or of every variant if none is selected. Nothing is saved before Save. */
export function BulkBar({ chosen, onSelectAll }: BulkBarProps) {
  const { form, set, timeZone } = useProductEditor();
  const [field, setField] = useState<BulkField>("priceCents");
  const [text, setText] = useState("");
  const { variants } = form.values;
  const { kind, label } = variantFields[field];
  const isAll = chosen.length === variants.length;
  const targets = chosen.length === 0 ? variants.map((_, index) => index) : chosen;

  function apply() {
    const value = kind === "time" ? text || null : text;
    // Units on hand of a saved variant change with a reason only.
    const isMeant = (index: number) => targets.includes(index) && (field !== "onHand" || variants[index]!.id === null);
    const current = form.getValues().variants;
    set({ variants: current.map((variant, index) => (isMeant(index) ? { ...variant, [field]: value } : variant)) });
  }

  const change = (name: string) => {
    setField(name as BulkField);
    setText("");
  };
  return (
    <div
      role="group"
      aria-label="Set for several variants"
      className="grid items-end gap-3 rounded-sm border border-line p-3 sm:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_auto] sm:p-4"
    >
      <Checkbox label="Select all" checked={isAll} onChange={(e) => onSelectAll(e.target.checked)} />
      <Field label="Set">
        <Select value={field} onChange={(e) => change(e.target.value)}>
          <Options of={bulkFields.map(([name, each]) => [name, each.label])} />
        </Select>
      </Field>
      <Field label={`New value: ${label}`}>
        {kind === "money" ? (
          <MoneyInput value={text} onChange={(e) => setText(e.target.value)} />
        ) : kind === "time" ? (
          <ZonedTimeInput
            timeZone={timeZone}
            canBeEmpty
            isBrief
            value={text || null}
            onChange={(instant) => setText(instant ?? "")}
          />
        ) : (
          <Input
            type={kind === "day" ? "date" : "text"}
            inputMode={kind === "whole" ? "numeric" : undefined}
            value={text}
            autoComplete="off"
            onChange={(e) => setText(e.target.value)}
          />
        )}
      </Field>
      <Button variant="outline" onClick={apply}>
        {`Set for ${chosen.length === 0 ? "all" : counted(chosen.length, "variant")}`}
      </Button>
    </div>
  );
}
