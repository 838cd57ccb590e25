import { Plus, Trash2 } from "lucide-react";
import { Panel } from "#web/admin-kit/panel.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Button } from "#web/ui/button.tsx";
import { Field, Input } from "#web/ui/field.tsx";
import { TagInput } from "#web/ui/tag-input.tsx";
import { useProductEditor } from "./editor-context.ts";
import { formOf, type ProductForm, toMatrix } from "./product-form.ts";

const suggestions: Record<string, string[]> = { size: ["XS", "S", "M", "L", "XL", "2XL"] };

/** The product's options. Each combination of their values is a variant below. */
export function OptionsPanel() {
  const { form, product, set } = useProductEditor();
  const { options, variants, slug } = form.values;
  /** Values change the variants; a name alone doesn't. */
  const setOptions = (next: ProductForm["options"]) => {
    // A value that is removed and typed again before saving has its variants back.
    const removed = formOf(product).variants.filter(({ id }) => !variants.some((variant) => variant.id === id));
    set({ options: next, variants: toMatrix({ slug, variants: [...variants, ...removed] }, next) });
  };
  const isFull = options.length >= 3;
  const add = (name: string) => setOptions([...options, { name, values: [] }]);
  return (
    <Panel
      title="Options"
      text="Such as size or color. Each combination becomes a variant with its own price and stock."
    >
      <ol aria-label="Options" tabIndex={-1} className="grid gap-5 outline-none empty:hidden">
        {options.map((option, index) => (
          <li
            key={index}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
          >
            <Field label={`Option ${index + 1}`} error={form.error(`options.${index}.name`)}>
              <Input
                value={option.name}
                maxLength={40}
                autoComplete="off"
                onChange={(e) => set({ options: options.with(index, { ...option, name: e.target.value }) })}
              />
            </Field>
            <Field
              label="Values"
              className="col-span-2 row-start-2 sm:col-span-1 sm:row-start-auto"
              hint="Press Enter after each. Removing one removes its variants."
              error={form.error(`options.${index}.values`)}
            >
              <TagInput
                value={option.values}
                most={50}
                suggestions={suggestions[option.name.toLowerCase()] ?? []}
                onChange={(values) => setOptions(options.with(index, { ...option, values }))}
              />
            </Field>
            <button
              type="button"
              aria-label={`Remove option ${option.name || index + 1}`}
              onClick={(e) => {
                // The button goes away with its option.
                e.currentTarget.closest("ol")?.focus();
                setOptions(options.toSpliced(index, 1));
              }}
              className={buttonStyle("quiet", "icon", "mt-7 text-muted")}
            >
              <Trash2 className="size-4.5" />
            </button>
          </li>
        ))}
      </ol>
      {!isFull && (
        <div className="flex flex-wrap gap-2">
          {["Size", "Color"]
            .filter((name) => !options.some((option) => option.name.toLowerCase() === name.toLowerCase()))
            .map((name) => (
              <Button key={name} variant="outline" size="sm" onClick={() => add(name)}>
                <Plus className="size-4.5" /> {name}
              </Button>
            ))}
          <Button variant="outline" size="sm" onClick={() => add("")}>
            <Plus className="size-4.5" /> Other option
          </Button>
        </div>
      )}
    </Panel>
  );
}
