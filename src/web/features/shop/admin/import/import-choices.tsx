import { useId, type ReactNode } from "react";
import type { ImportPreview } from "#contract/shop/imports.ts";
import { counted } from "#web/admin-kit/figures.tsx";
import { Checkbox, Radio } from "#web/ui/checkbox.tsx";

/** What staff decide in a preview: answers by their row, and what they checked. */
export type Choices = { skus: Record<number, boolean>; collections: string[]; hosts: string[] };

/** Suggested collections are checked at first; no host is. */
export const firstChoices = ({ collections }: ImportPreview): Choices => ({
  skus: {},
  collections: collections.filter(({ isSuggested }) => isSuggested).map(({ name }) => name),
  hosts: [],
});

type PartProps = { preview: ImportPreview; choices: Choices; onChange: (choices: Choices) => void };

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <div>
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        <p className="text-sm text-muted">{text}</p>
      </div>
      {children}
    </section>
  );
}

/** Asks about each SKU that a spreadsheet may have rewritten. */
export function SkuQuestions({ preview, choices, onChange }: PartProps) {
  if (preview.questions.length === 0) return null;
  const setAll = (isSame: boolean) =>
    onChange({ ...choices, skus: Object.fromEntries(preview.questions.map(({ row }) => [row, isSame])) });
  return (
    <Part
      title="Did Excel change these SKUs?"
      text="Excel turns 00123 into 123 and 1E5 into 100000. These aren't in your shop, but each looks like one that is."
    >
      {preview.questions.length > 1 && (
        <p className="flex flex-wrap gap-x-4 text-sm">
          <button
            type="button"
            className="min-h-11 text-gilt underline underline-offset-4"
            onClick={() => setAll(true)}
          >
            They're all the same SKUs
          </button>
          <button
            type="button"
            className="min-h-11 text-gilt underline underline-offset-4"
            onClick={() => setAll(false)}
          >
            They're all different
          </button>
        </p>
      )}
      <ul className="divide-y divide-line rounded-sm border border-line">
        {preview.questions.map(({ row, sku, looksLike }) => (
          <li key={row}>
            <fieldset className="grid gap-1 px-3 py-3">
              <legend className="float-left mb-1 text-sm text-muted">
                Row {row}: <span className="font-semibold text-ink">{sku}</span>
              </legend>
              {[true, false].map((isSame) => (
                <label key={String(isSame)} className="flex min-h-11 items-center gap-3">
                  <Radio
                    name={`sku-${row}`}
                    checked={choices.skus[row] === isSame}
                    onChange={() => onChange({ ...choices, skus: { ...choices.skus, [row]: isSame } })}
                  />
                  <span className="wrap-anywhere">
                    {isSame
                      ? `It's ${looksLike.sku}: ${[looksLike.title, ...looksLike.options].join(", ")}`
                      : `${sku} is another variant`}
                  </span>
                </label>
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const toggle = (list: string[], name: string, isIn: boolean) =>
  isIn ? [...list, name] : list.filter((other) => other !== name);

/** Collections that the file names and the shop doesn't have. */
export function NewCollections({ preview, choices, onChange }: PartProps) {
  if (preview.collections.length === 0) return null;
  return (
    <Part title="New collections" text="Check the ones to create. Shoppers will see them as filters in the shop.">
      <ul className="max-h-72 overflow-auto rounded-sm border border-line px-3 py-1">
        {preview.collections.map(({ name, products }) => (
          <li key={name}>
            <Checkbox
              label={
                <span className="wrap-anywhere">
                  {name} <span className="text-sm text-muted">{counted(products, "product")}</span>
                </span>
              }
              checked={choices.collections.includes(name)}
              onChange={(e) =>
                onChange({ ...choices, collections: toggle(choices.collections, name, e.target.checked) })
              }
            />
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The hosts that pictures would come from. */
export function PictureHosts({ preview, choices, onChange }: PartProps) {
  if (preview.hosts.length === 0) return null;
  return (
    <Part
      title="Pictures"
      text="Check the sites that we may copy pictures from. We won't contact any other site, and none before you import."
    >
      <ul className="rounded-sm border border-line px-3 py-1">
        {preview.hosts.map(({ host, pictures }) => (
          <li key={host}>
            <Checkbox
              label={
                <span className="wrap-anywhere">
                  {host} <span className="text-sm text-muted">{counted(pictures, "picture")}</span>
                </span>
              }
              checked={choices.hosts.includes(host)}
              onChange={(e) => onChange({ ...choices, hosts: toggle(choices.hosts, host, e.target.checked) })}
            />
          </li>
        ))}
      </ul>
    </Part>
  );
}
