import { Plus } from "lucide-react";
import { useState } from "react";
import { Panel } from "#web/admin-kit/panel.tsx";
import { Segments } from "#web/features/events/ticket-types/form-parts.tsx";
import { Button } from "#web/ui/button.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { useProductEditor } from "./editor-context.ts";
import { addVariant, missingOf } from "./product-form.ts";
import { type VariantView, variantViews } from "./variant-fields.ts";
import { VariantItem } from "./variant-item.tsx";

const views = Object.fromEntries(Object.entries(variantViews).map(([name, { label }]) => [name, label])) as Record<
  VariantView,
  string
>;

/** Every variant with its price, stock, selling rules and picture. Selected ones are changed together. */
export function VariantsPanel() {
  const { form, set } = useProductEditor();
  const { variants, options } = form.values;
  const [view, setView] = useState<VariantView>("price");
  const [selected, setSelected] = useState<string[]>([]);
  const keyOf = (index: number) => variants[index]!.options.join("\n");
  const chosen = variants.map((_, index) => index).filter((index) => selected.includes(keyOf(index)));
  const missing = missingOf({ options, variants });
  return (
    <Panel title="Variants" text="What is counted, priced and sold. Orders keep the prices that they were placed at.">
      <Segments label="Show" value={view} onChange={setView} choices={views} />
      {variants.length > 1 && (
        <BulkBar
          key={view}
          view={view}
          chosen={chosen}
          onSelectAll={(isOn) => setSelected(isOn ? variants.map((_, index) => keyOf(index)) : [])}
        />
      )}
      <ol aria-label="Variants" tabIndex={-1} className="grid gap-3 outline-none">
        {variants.map((_, index) => (
          <VariantItem
            // Fields are registered by position, and so are the rows.
            key={index}
            index={index}
            view={view}
            isSelected={variants.length > 1 ? selected.includes(keyOf(index)) : undefined}
            onSelect={(isOn) =>
              setSelected(isOn ? [...selected, keyOf(index)] : selected.filter((key) => key !== keyOf(index)))
            }
          />
        ))}
      </ol>
      {missing.length > 0 && (
        <div role="group" aria-label="Not offered" className="flex flex-wrap items-center gap-2">
          <span className="text-sm text-muted">Not offered:</span>
          {missing.slice(0, 30).map((combination) => (
            <Button
              key={combination.join("\n")}
              variant="outline"
              size="sm"
              onClick={() => set({ variants: addVariant(form.getValues(), combination) })}
            >
              <Plus className="size-4.5" /> {combination.join(" / ")}
            </Button>
          ))}
        </div>
      )}
    </Panel>
  );
}
