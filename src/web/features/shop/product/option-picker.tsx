import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { ProductDetail } from "#contract/shop/shop.ts";
import { ColorDot } from "../color-dots.tsx";
import { offerOf, type Picks } from "./choice.ts";

type OptionPickerProps = {
  product: ProductDetail;
  picks: Picks;
  /** The option that must be chosen first, after a press on the button without it. */
  missing: number | undefined;
  onPick: (at: number, value: string) => void;
  /** Shown beside the sizes. */
  sizeGuide: ReactNode;
};

/**
 * The product's options as native radio buttons: they can be pressed before the scripts are there. A value that is sold
 * out is struck through, and can be chosen to be told when it is back.
 */
export function OptionPicker({ product, picks, missing, onPick, sizeGuide }: OptionPickerProps) {
  return product.options.map(({ name, values }, at) => (
    <fieldset key={name} aria-describedby={missing === at ? `missing-${at}` : undefined} className="min-w-0">
      <legend className="contents">
        <span className="eyebrow text-muted">{name}</span>
        {picks[at] !== undefined && <span className="ml-2 font-semibold">{picks[at]}</span>}
      </legend>
      {name.toLowerCase() === "size" && sizeGuide}
      <div className="mt-3 flex flex-wrap gap-2">
        {values.map((value) => (
          <Value
            key={value}
            group={name}
            value={value}
            isChosen={picks[at] === value}
            offer={offerOf(product, picks, at, value)}
            onPick={() => onPick(at, value)}
          />
        ))}
      </div>
      {missing === at && (
        <p id={`missing-${at}`} role="alert" className="mt-2 font-medium text-hibiscus">
          Choose a {name.toLowerCase()} first
        </p>
      )}
    </fieldset>
  ));
}

type ValueProps = {
  group: string;
  value: string;
  isChosen: boolean;
  offer: ReturnType<typeof offerOf>;
  onPick: () => void;
};

const notes = { open: "", gone: ", sold out", none: ", not in this combination" };

function Value({ group, value, isChosen, offer, onPick }: ValueProps) {
  return (
    <label className="relative cursor-pointer">
      <input
        type="radio"
        name={group}
        value={value}
        checked={isChosen}
        onChange={onPick}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-sm"
      />
      <span
        className={clsx(
          "pointer-events-none flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-sm border px-4 font-display text-lg leading-none font-bold tracking-[0.03em] uppercase transition-colors peer-checked:border-gold peer-checked:bg-gold peer-checked:text-on-gold peer-hover:border-ink",
          offer === "open" ? "border-edge" : "border-dashed border-edge text-muted line-through decoration-2",
        )}
      >
        {group.toLowerCase() === "color" && <ColorDot color={value} />}
        {value}
        <span className="sr-only">{notes[offer]}</span>
      </span>
    </label>
  );
}
