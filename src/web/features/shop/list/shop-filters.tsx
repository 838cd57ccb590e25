import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import type { ShopList } from "#contract/shop/shop.ts";
import { paths, type ShopFilter } from "#web/lib/paths.ts";
import { Chip } from "#web/ui/chip.tsx";
import { ColorDot } from "../color-dots.tsx";
import { priceRanges, rangeName, sameRange, toggled, valuesOf } from "./shop-filter.ts";

/** What the shop can be narrowed down to. */
export type ShopChoices = Pick<ShopList, "sizes" | "colors" | "prices">;

const noun: [string, string] = ["product", "products"];

/** All filters of the shop, each choice a link: size, color, price, and what is in stock. */
export function ShopFilters({ filter, choices }: { filter: ShopFilter; choices: ShopChoices }) {
  const address = (change: ShopFilter) => paths.shop({ ...filter, page: undefined, ...change });
  const ranges = priceRanges(choices.prices);
  const chosen = { minCents: filter.minCents, maxCents: filter.maxCents };
  return (
    <>
      <Choices label="Size" known={choices.sizes} text={filter.size} addressOf={(size) => address({ size })} />
      <Choices
        label="Color"
        known={choices.colors}
        text={filter.color}
        addressOf={(color) => address({ color })}
        hasDots
      />
      {ranges.length > 0 && (
        <Group label="Price">
          {ranges.map((range) => {
            const on = sameRange(range, chosen);
            const to = address(on ? { minCents: undefined, maxCents: undefined } : range);
            return (
              <Chip key={rangeName(range)} to={to} on={on}>
                {rangeName(range)}
              </Chip>
            );
          })}
        </Group>
      )}
      <Group label="Availability">
        <Chip to={address({ inStock: filter.inStock ? undefined : "true" })} on={filter.inStock === "true"}>
          In stock
        </Chip>
      </Group>
    </>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="eyebrow text-muted">
        {label}
      </h2>
      <ul className="flex flex-wrap gap-2">{children}</ul>
    </section>
  );
}

type ChoicesProps = {
  label: string;
  known: { value: string; count: number }[];
  /** The chosen values, separated by commas. */
  text: string | undefined;
  addressOf: (text: string | undefined) => string;
  /** True for colors. */
  hasDots?: boolean;
};

function Choices({ label, known, text, addressOf, hasDots = false }: ChoicesProps) {
  const chosen = valuesOf(text);
  // A chosen value stays in sight even when nothing has it anymore, so that it can be taken out.
  const gone = chosen.filter((value) => !known.some((choice) => choice.value === value));
  const all = [...known, ...gone.map((value) => ({ value, count: 0 }))];
  if (all.length === 0) return null;
  return (
    <Group label={label}>
      {all.map(({ value, count }) => (
        <Chip
          key={value}
          to={addressOf(toggled(text, value))}
          on={chosen.includes(value)}
          count={count}
          noun={noun}
          className={clsx(count === 0 && !chosen.includes(value) && "opacity-60")}
        >
          {hasDots && <ColorDot color={value} />}
          {value}
        </Chip>
      ))}
    </Group>
  );
}
