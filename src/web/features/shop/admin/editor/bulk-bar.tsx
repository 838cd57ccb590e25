import { type KeyboardEvent, useState } from "react";
import { counted } from "#web/admin-kit/figures.tsx";
import { Options, Field, Select, Input, MoneyInput, SelectField } from "#web/ui/field.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { useProductEditor } from "./editor-context.ts";
import { pictureChoices } from "./product-form.ts";
import { fieldsOf, type VariantField, variantFields, type VariantView } from "./variant-fields.ts";

type BulkBarProps = {
  /** The part of the panel whose fields can be set. */
  view: VariantView;
  /** Positions of the selected variants. */
  chosen: number[];
  onSelectAll: (isOn: boolean) => void;
};

/** Sets one field of all selected variants, or of every variant if none is selected. Nothing is saved before Save. */
export function BulkBar({ view, chosen, onSelectAll }: BulkBarProps) {
  const { form, set } = useProductEditor();
  const { variants, kind } = form.values;
  // Each SKU is unique. Units on hand of a saved variant change with a reason only.
  const isOffered = (field: VariantField) =>
    field !== "sku" && (field !== "onHand" || variants.some(({ id }) => id === null));
  const fields = fieldsOf(view, kind).filter(isOffered);
  const [picked, setPicked] = useState<VariantField>();
  const field = picked !== undefined && fields.includes(picked) ? picked : fields[0]!;
  const [text, setText] = useState("");
  const { label, kind: typed, isRequired = false } = variantFields[field];
  const isAll = chosen.length === variants.length;
  const isEmpty = isRequired && text.trim() === "";

  function apply() {
    const value = typed === "time" ? text || null : text;
    const isMeant = (index: number) =>
      (chosen.length === 0 || chosen.includes(index)) && (field !== "onHand" || variants[index]!.id === null);
    const current = form.getValues().variants;
    set({ variants: current.map((variant, index) => (isMeant(index) ? { ...variant, [field]: value } : variant)) });
  }

  function onEnter(e: KeyboardEvent) {
    if (e.key !== "Enter") return;
    // Instead of saving the product.
    e.preventDefault();
    if (!isEmpty) apply();
  }

  return (
    <div
      role="group"
      aria-label="Set for several variants"
      className="grid grid-cols-2 items-end gap-3 rounded-sm border border-line p-3 sm:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_auto] sm:p-4"
    >
      <Checkbox
        label="Select all"
        className="max-sm:col-span-2"
        checked={isAll}
        onChange={(e) => onSelectAll(e.target.checked)}
      />
      <SelectField
        label="Set"
        value={field}
        onChange={(e) => {
          setPicked(e.target.value as VariantField);
          setText("");
        }}
        options={fields.map((each) => [each, variantFields[each].label])}
      />
      <Field label="To">
        <BulkValue field={field} value={text} onChange={setText} onKeyDown={onEnter} />
      </Field>
      <Button
        variant="outline"
        className="max-sm:col-span-2"
        disabled={isEmpty}
        onClick={apply}
        aria-label={`Set ${label} for ${chosen.length === 0 ? "all" : counted(chosen.length, "variant")}`}
      >
        {`Set for ${chosen.length === 0 ? "all" : counted(chosen.length, "variant")}`}
      </Button>
    </div>
  );
}

type BulkValueProps = {
  field: VariantField;
  value: string;
  onChange: (value: string) => void;
  onKeyDown: (e: KeyboardEvent) => void;
};

/** The value that several variants get. */
function BulkValue({ field, value, onChange, onKeyDown }: BulkValueProps) {
  const { form, timeZone } = useProductEditor();
  const { kind } = variantFields[field];
  const native = { value, onChange: (e: { target: { value: string } }) => onChange(e.target.value) };
  if (kind === "money") return <MoneyInput {...native} onKeyDown={onKeyDown} />;
  if (kind === "picture") {
    return (
      <Select {...native}>
        <Options of={pictureChoices(form.values)} />
      </Select>
    );
  }
  if (kind === "time") {
    return (
      <ZonedTimeInput
        timeZone={timeZone}
        canBeEmpty
        isBrief
        value={value || null}
        onChange={(instant) => onChange(instant ?? "")}
      />
    );
  }
  const inputMode = ({ whole: "numeric", decimal: "decimal" } as const)[kind as string];
  return (
    <Input
      {...native}
      onKeyDown={onKeyDown}
      type={kind === "day" ? "date" : "text"}
      inputMode={inputMode}
      autoComplete="off"
    />
  );
}
