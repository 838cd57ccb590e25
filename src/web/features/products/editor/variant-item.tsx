import { Trash2 } from "lucide-react";
import { useState } from "react";
import { SelectField } from "#web/features/admin/form-fields.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input, MoneyInput } from "#web/ui/input.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { leftText } from "../labels.ts";
import { useProductEditor } from "./editor-context.ts";
import { variantLabel } from "./product-form.ts";
import { type VariantField, variantFields, type VariantView, variantViews } from "./variant-fields.ts";

const StockDialog = lazyDialog("The stock form", async () => (await import("./stock-dialog.tsx")).StockDialog);
const PartsDialog = lazyDialog("The bundle form", async () => (await import("./parts-dialog.tsx")).PartsDialog);

type VariantItemProps = {
  index: number;
  view: VariantView;
  /** Undefined if there is nothing to select from. */
  isSelected: boolean | undefined;
  onSelect: (isOn: boolean) => void;
};

/** One variant: its name and stock, and the fields of the part that is shown. */
export function VariantItem({ index, view, isSelected, onSelect }: VariantItemProps) {
  const { form, product, set } = useProductEditor();
  const { variants, kind } = form.values;
  const variant = variants[index]!;
  const name = variantLabel(variant);
  const saved = product.variants.find(({ id }) => id === variant.id);
  const fields: VariantField[] = variantViews[view].fields;
  const shown = fields.filter((field) => kind === "physical" || field !== "weightGrams");
  return (
    <li>
      <section aria-label={name} className="grid gap-3 rounded-sm border border-line bg-raised/40 p-3 sm:p-4">
        <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {isSelected === undefined ? (
            <span className="font-semibold">{name}</span>
          ) : (
            <Checkbox
              label={<span className="font-semibold">{name}</span>}
              checked={isSelected}
              onChange={(e) => onSelect(e.target.checked)}
            />
          )}
          {saved?.isLow && <Badge tone="soon">Low</Badge>}
          <span className="mr-auto text-sm text-muted">{saved ? leftText(saved.left) : "New"}</span>
          {variants.length > 1 && (
            <button
              type="button"
              aria-label={`Remove ${name}`}
              title={saved?.hasOrders ? "It has orders: it's taken off sale and kept for them" : undefined}
              onClick={() => set({ variants: variants.toSpliced(index, 1) })}
              className={buttonStyle("quiet", "icon", "size-9! text-muted")}
            >
              <Trash2 className="size-4.5" />
            </button>
          )}
        </header>
        <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
          {view === "stock" && <StockCell index={index} />}
          {shown.map((field) => (
            <VariantFieldInput key={field} index={index} field={field} />
          ))}
          {view === "looks" && <LooksCells index={index} />}
        </div>
      </section>
    </li>
  );
}

/** One field of one variant. */
function VariantFieldInput({ index, field }: { index: number; field: VariantField }) {
  const { form, timeZone } = useProductEditor();
  const { label, kind } = variantFields[field];
  const path = `variants.${index}.${field}` as const;
  if (kind === "time") {
    const { value, onChange } = form.bind(path);
    return (
      <Field label={label} error={form.error(path)} className="sm:col-span-2">
        <ZonedTimeInput timeZone={timeZone} canBeEmpty isBrief value={value} onChange={onChange} />
      </Field>
    );
  }
  const isRequired = field === "sku" || field === "priceCents" || field === "maxPerOrder";
  return (
    <Field label={label} required={isRequired} {...form.field(path)}>
      {kind === "money" ? (
        <MoneyInput />
      ) : (
        <Input
          type={kind === "day" ? "date" : "text"}
          inputMode={kind === "whole" ? "numeric" : undefined}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </Field>
  );
}

/** What is on hand: typed for a new variant, changed with a reason for a saved one. */
function StockCell({ index }: { index: number }) {
  const { form, product } = useProductEditor();
  const [isOpen, setOpen] = useState(false);
  const variant = form.values.variants[index]!;
  const saved = product.variants.find(({ id }) => id === variant.id);
  if (!saved) return <VariantFieldInput index={index} field="onHand" />;
  const { capacity, sold, held } = saved.stock;
  return (
    <div className="grid content-start gap-1.5">
      <p className="text-sm font-semibold">On hand</p>
      <div className="flex min-h-12 flex-wrap items-center gap-3">
        <span className="tabular-nums">
          {saved.left === null ? leftText(null) : capacity - sold}
          {held > 0 && <span className="text-sm text-muted"> ({held} on hold)</span>}
        </span>
        <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
          Adjust<span className="sr-only"> {variantLabel(variant)}</span>
        </Button>
      </div>
      {isOpen && <StockDialog variant={saved} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** The variant's picture among the product's, and what a bundle consists of. */
function LooksCells({ index }: { index: number }) {
  const { form, product, set } = useProductEditor();
  const [isOpen, setOpen] = useState(false);
  const { variants, pictures } = form.values;
  const variant = variants[index]!;
  const isFixed = product.variants.find(({ id }) => id === variant.id)?.hasOrders === true;
  const { parts } = variant;
  return (
    <>
      <SelectField
        label="Picture"
        {...form.field(`variants.${index}.picture`)}
        options={[
          ["", "First picture"],
          ...pictures.map(({ poster }, at): [string, string] => [
            String(at),
            `${at + 1}. ${poster?.alt ?? "Processing"}`,
          ]),
        ]}
      />
      <div className="grid content-start gap-1.5 sm:col-span-3">
        <p className="text-sm font-semibold">Bundle</p>
        <div className="flex min-h-12 flex-wrap items-center gap-3">
          <span className="text-sm text-muted">
            {parts.length === 0
              ? "Sold by itself"
              : parts.map(({ title, quantity }) => `${quantity} × ${title}`).join(", ")}
          </span>
          {isFixed && parts.length > 0 ? (
            <span className="text-sm text-muted">It has orders, so its parts can't change.</span>
          ) : (
            !isFixed && (
              <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
                Choose parts<span className="sr-only"> of {variantLabel(variant)}</span>
              </Button>
            )
          )}
        </div>
        {form.error(`variants.${index}.parts`) && (
          <p role="alert" className="text-sm font-medium text-hibiscus">
            {form.error(`variants.${index}.parts`)}
          </p>
        )}
      </div>
      {isOpen && (
        <PartsDialog
          parts={parts}
          onClose={() => setOpen(false)}
          onChange={(next) => set({ variants: variants.with(index, { ...variant, parts: next }) })}
        />
      )}
    </>
  );
}
