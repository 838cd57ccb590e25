import { clsx } from "clsx";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { SelectField, Field, Input, MoneyInput } from "#web/ui/field.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { ZonedTimeInput } from "#web/ui/zoned-time-input.tsx";
import { leftText, StockBadge } from "../labels.tsx";
import { useProductEditor } from "./editor-context.ts";
import { pictureChoices, variantLabel } from "./product-form.ts";
import { fieldsOf, type VariantField, variantFields, type VariantView } from "./variant-fields.ts";

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
  const { form, product } = useProductEditor();
  const { variants, kind } = form.values;
  const variant = variants[index]!;
  const name = variantLabel(variant);
  const saved = product.variants.find(({ id }) => id === variant.id);
  return (
    <li>
      <section
        aria-label={name}
        className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 rounded-sm border border-line bg-raised/40 p-3 sm:p-4 xl:grid-cols-[11rem_minmax(0,1fr)_auto]"
      >
        <header className="flex flex-wrap items-center gap-x-3 gap-y-1 xl:flex-col xl:items-start xl:gap-0 xl:pt-5">
          {isSelected === undefined ? (
            <span className="font-semibold">{name}</span>
          ) : (
            <Checkbox
              label={<span className="font-semibold">{name}</span>}
              checked={isSelected}
              onChange={(e) => onSelect(e.target.checked)}
            />
          )}
          <span className={clsx("flex items-center gap-2 text-sm text-muted", isSelected !== undefined && "xl:pl-9")}>
            {saved && <StockBadge left={saved.left} isLow={saved.isLow} />}
            {saved ? saved.left !== 0 && leftText(saved.left) : "New"}
          </span>
        </header>
        <div className="col-span-full grid grid-cols-2 items-start gap-3 lg:grid-cols-4 xl:col-span-1">
          {fieldsOf(view, kind).map((field) =>
            field === "onHand" ? (
              <StockCell key={field} index={index} />
            ) : (
              <VariantFieldInput key={field} index={index} field={field} />
            ),
          )}
          {view === "stock" && <BundleCell index={index} />}
        </div>
        {variants.length > 1 && <RemoveVariant index={index} hasOrders={saved?.hasOrders === true} />}
      </section>
    </li>
  );
}

function RemoveVariant({ index, hasOrders }: { index: number; hasOrders: boolean }) {
  const { form, set } = useProductEditor();
  const { variants } = form.values;
  return (
    <button
      type="button"
      aria-label={`Remove ${variantLabel(variants[index]!)}`}
      title={hasOrders ? "It has orders: it's taken off sale and kept for them" : undefined}
      onClick={(e) => {
        // The button goes away with its row.
        e.currentTarget.closest("ol")?.focus();
        set({ variants: variants.toSpliced(index, 1) });
      }}
      className={buttonStyle("quiet", "icon", "col-start-2 row-start-1 text-muted md:size-9! xl:col-start-3 xl:mt-7")}
    >
      <Trash2 className="size-4.5" />
    </button>
  );
}

function VariantFieldInput({ index, field }: { index: number; field: VariantField }) {
  const { form, timeZone } = useProductEditor();
  const { label, kind, isRequired = false } = variantFields[field];
  const path = `variants.${index}.${field}` as const;
  if (kind === "time") {
    const { value, onChange } = form.bind(path);
    return (
      <Field label={label} error={form.error(path)} className="col-span-2">
        <ZonedTimeInput timeZone={timeZone} canBeEmpty isBrief value={value} onChange={onChange} />
      </Field>
    );
  }
  if (kind === "picture") {
    return (
      <SelectField label={label} className="col-span-2" {...form.field(path)} options={pictureChoices(form.values)} />
    );
  }
  const inputMode = ({ whole: "numeric", decimal: "decimal" } as const)[kind as string];
  return (
    <Field label={label} required={isRequired} {...form.field(path)}>
      {kind === "money" ? (
        <MoneyInput />
      ) : (
        <Input type={kind === "day" ? "date" : "text"} inputMode={inputMode} autoComplete="off" spellCheck={false} />
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
      <p className="text-sm font-semibold">Units on hand</p>
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

/** What one unit of a bundle takes of other variants. */
function BundleCell({ index }: { index: number }) {
  const { form, product, set } = useProductEditor();
  const [isOpen, setOpen] = useState(false);
  const { variants } = form.values;
  const variant = variants[index]!;
  const isFixed = product.variants.find(({ id }) => id === variant.id)?.hasOrders === true;
  const { parts } = variant;
  const error = form.error(`variants.${index}.parts`);
  if (isFixed && parts.length === 0) return null;
  const list = parts.map(({ title, quantity }) => `${quantity} × ${title}`).join(", ");
  return (
    <div className="col-span-2 grid content-start gap-1.5 lg:col-span-1">
      <p className="text-sm font-semibold">Bundle</p>
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2">
        {parts.length > 0 && <span className="text-sm text-muted">{list}</span>}
        {isFixed ? (
          <span className="text-sm text-muted">It has orders, so its parts can't change.</span>
        ) : (
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            Choose parts<span className="sr-only"> of {variantLabel(variant)}</span>
          </Button>
        )}
      </div>
      {error && (
        <p role="alert" className="text-sm font-medium text-hibiscus">
          {error}
        </p>
      )}
      {isOpen && (
        <PartsDialog
          parts={parts}
          onClose={() => setOpen(false)}
          onChange={(next) => set({ variants: variants.with(index, { ...variant, parts: next }) })}
        />
      )}
    </div>
  );
}
