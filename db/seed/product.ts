import type { ProductKind, SizeGuide, TaxCategory } from "#contract/shop/shop.ts";

/** A variant of a demo product. Money in dollars. */
export interface DemoVariant {
  /** A value for each of the product's options. */
  options: string[];
  sku: string;
  dollars: number;
  compareAtDollars?: number;
  /** What one unit costs the brand. */
  costDollars: number;
  grams: number;
  /** Units that ever came in, later deliveries included. Downloads have none: they don't run out. */
  onHand?: number;
  /** Units that the demo's buyers buy by themselves through the services; those in bundles come on top. */
  sold: number;
  lowStockAt?: number;
  maxPerOrder?: number;
  maxPerPerson?: number;
  /** Days from the seeding day when sales open. */
  opensInDays?: number;
  /** Days from the seeding day when it ships; it is made to order. */
  shipsInDays?: number;
  /** An index into the product's pictures. */
  picture?: number;
  /** A bundle: what one unit takes of other products. */
  parts?: { sku: string; quantity: number }[];
  /** Of the units on hand, those that came later, were found broken, and so on. */
  changes?: {
    reason: "received" | "damaged" | "given_away" | "counted";
    units: number;
    daysAgo: number;
    note: string;
  }[];
}

/** A product of the demo brand. */
export interface DemoProduct {
  slug: string;
  title: string;
  tagline: string;
  paragraphs: string[];
  kind: ProductKind;
  taxCategory: TaxCategory;
  /** Slugs. */
  collections: string[];
  /** Keys of pictures in `media/products`; the first one is its face. */
  pictures: string[];
  /** Keys of events that it belongs to. */
  events: string[];
  options: { name: string; values: string[] }[];
  variants: DemoVariant[];
  sizeGuide?: SizeGuide;
  /** How many days ago it went on sale. */
  daysOnSale: number;
  /** A digital product's file in `media/files`. */
  file?: string;
}

/** What all variants of a product in sizes and colors have in common. */
type SizedVariant = Omit<DemoVariant, "options" | "sku" | "onHand" | "sold" | "picture">;

/** One color of it: its picture, and on hand and sold for each size. */
interface ColorStock {
  color: string;
  /** As SKUs name it: `BLK`. */
  code: string;
  picture: number;
  sizes: Record<string, [onHand: number, sold: number]>;
}

/** Variants in colors and sizes: `SG-HOOD-BLK-M`. `more` adds to single ones, by SKU. */
export function sized(
  prefix: string,
  common: SizedVariant,
  colors: ColorStock[],
  more: Record<string, Partial<DemoVariant>> = {},
): DemoVariant[] {
  return colors.flatMap(({ color, code, picture, sizes }) =>
    Object.entries(sizes).map(([size, [onHand, sold]]): DemoVariant => {
      const sku = `${prefix}-${code}-${size}`;
      return { ...common, options: [color, size], sku, onHand, sold, picture, ...more[sku] };
    }),
  );
}

/** The options of a product in colors and sizes. */
export const colorsAndSizes = (colors: string[], sizes: string[]): DemoProduct["options"] => [
  { name: "Color", values: colors },
  { name: "Size", values: sizes },
];
