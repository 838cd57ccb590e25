import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { TextField, SelectField } from "#web/ui/field.tsx";
import { useSettled } from "#web/lib/use-settled.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Stepper } from "#web/ui/stepper.tsx";
import { productQuery, productSearchQuery } from "../queries.ts";
import type { VariantForm } from "./product-form.ts";

type Parts = VariantForm["parts"];
type PartsDialogProps = { parts: Parts; onChange: (parts: Parts) => void; onClose: () => void };

const maxParts = 10;
const maxUnits = 20;

/** Chooses what one unit of a bundle takes of other variants. */
export function PartsDialog({ parts, onChange, onClose }: PartsDialogProps) {
  const add = (part: Parts[number]) => {
    if (!parts.some(({ variantId }) => variantId === part.variantId)) onChange([...parts, part].slice(0, maxParts));
  };
  return (
    <Dialog
      title="Bundle"
      description="Selling one takes these units out of the parts' stock. A bundle can't have a bundle in it."
      onClose={onClose}
      roomy
    >
      <div className="grid gap-5">
        {parts.length > 0 && (
          <ul aria-label="Parts" className="grid gap-2">
            {parts.map((part, index) => (
              <li key={part.variantId} className="flex items-center gap-3 rounded-sm border border-line px-3 py-2">
                <span className="min-w-0 grow wrap-anywhere">{part.title}</span>
                <Stepper
                  label={part.title}
                  value={part.quantity}
                  min={1}
                  max={maxUnits}
                  onChange={(quantity) => onChange(parts.with(index, { ...part, quantity }))}
                />
                <button
                  type="button"
                  aria-label={`Remove ${part.title}`}
                  onClick={() => onChange(parts.toSpliced(index, 1))}
                  className={buttonStyle("quiet", "icon", "text-muted md:size-9!")}
                >
                  <Trash2 className="size-4.5" />
                </button>
              </li>
            ))}
          </ul>
        )}
        {parts.length < maxParts && <PartChoice chosen={parts} onAdd={add} />}
        <div className="flex justify-end">
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Finds a product and adds one of its variants. */
function PartChoice({ chosen, onAdd }: { chosen: Parts; onAdd: (part: Parts[number]) => void }) {
  const [text, setText] = useState("");
  const [productId, setProductId] = useState<number>();
  const q = useSettled(text.trim(), 250);
  const { data: found } = useQuery(productSearchQuery(q));
  const { data: product } = useQuery({ ...productQuery(productId ?? 0), enabled: productId !== undefined });
  const variants = productId !== undefined && product?.id === productId ? product.variants : [];
  return (
    <div className="grid gap-3">
      <TextField
        label="Find a product"
        type="search"
        placeholder="Product or SKU"
        value={text}
        maxLength={100}
        autoComplete="off"
        onChange={(e) => setText(e.target.value)}
      />
      <SelectField
        label="Product"
        value={productId ?? ""}
        onChange={(e) => setProductId(e.target.value === "" ? undefined : Number(e.target.value))}
        options={[["", "Choose a product"], ...(found?.items ?? []).map(({ id, title }) => [id, title] as const)]}
      />
      {variants.length > 0 && (
        <div role="group" aria-label="Add a part" className="flex flex-wrap gap-2">
          {variants.map(({ id, options, sku, parts }) => (
            <Button
              key={id}
              variant="outline"
              size="sm"
              disabled={parts.length > 0 || chosen.some(({ variantId }) => variantId === id)}
              onClick={() => {
                const name = options.join(" / ");
                onAdd({ variantId: id, title: name ? `${product!.title} · ${name}` : product!.title, quantity: 1 });
              }}
            >
              Add {options.join(" / ") || sku}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
