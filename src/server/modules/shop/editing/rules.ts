import type { z } from "zod";
import type { AdminProduct, AdminVariant, ProductInput } from "#contract/shop/products.ts";

/** A product as its editor or a file wants it; with an id, one that exists. Cents and UTC instants. */
export type ProductDraft = z.output<typeof ProductInput> & { id?: number | undefined };
export type VariantDraft = ProductDraft["variants"][number];

/** A variant as stored. */
export type VariantRecord = Omit<AdminVariant, "left" | "parts"> & {
  stockId: number;
  parts: { variantId: number; title: string; sku: string; options: string[]; quantity: number }[];
};

/** A product as stored, with its variants in order, without archived ones. */
export interface ProductRecord
  extends Omit<AdminProduct, "variants" | "pictures" | "sizeGuide">, Pick<AdminProduct, "sizeGuide"> {
  variants: VariantRecord[];
  pictureIds: number[];
}

/** What is wrong with a field: `variants.2.sku` of the draft at `draft`. */
export interface Problem {
  draft: number;
  path: string;
  message: string;
}

/** Records what is wrong with a field. */
export type Object = (path: string, message: string) => void;

/** The capacity of what doesn't run out: nobody reaches it. */
export const endless = 1_000_000_000;

/** True if a stock doesn't run out. */
export const isEndless = (capacity: number): boolean => capacity >= endless / 2;

/** Units of a new variant that names none. */
export const openingUnits = (kind: ProductDraft["kind"], { onHand, parts }: VariantDraft): number =>
  onHand ?? (kind === "digital" || parts.length > 0 ? endless : 0);

/** Everything that is wrong with a product by itself, without a look at other products. `before` is what it is now. */
export function checkDraft(draft: ProductDraft, before: ProductRecord | undefined): Omit<Problem, "draft">[] {
  const problems: Omit<Problem, "draft">[] = [];
  const object: Object = (path, message) => void problems.push({ path, message });
  checkOptions(draft, object);
  checkMatrix(draft, object);
  draft.variants.forEach((variant, index) => checkVariant(draft, variant, `variants.${index}`, object));
  checkIdentity(draft, before, object);
  for (const [field, noun] of [
    ["pictureIds", "image"] as const,
    ["collectionIds", "collection"] as const,
    ["eventIds", "event"] as const,
  ]) {
    if (new Set(draft[field]).size !== draft[field].length) object(field, `Choose each ${noun} once`);
  }
  checkSizeGuide(draft.sizeGuide, object);
  if (draft.kind === "digital" && draft.publication === "active" && draft.fileId === undefined) {
    object("fileId", "Upload the file that buyers download before you publish this");
  }
  if (draft.kind === "physical" && draft.fileId !== undefined) object("fileId", "Only digital products have a file");
  return problems;
}

/** Text as SKUs and names are compared: letter case aside. */
export const fold = (text: string) => text.toLowerCase();

/** The positions of values that were there before, letter case aside. */
function repeats(values: string[]): number[] {
  return values.flatMap((value, index) =>
    values.findIndex((other) => fold(other) === fold(value)) < index ? [index] : [],
  );
}

function checkOptions({ options }: ProductDraft, object: Object): void {
  for (const index of repeats(options.map(({ name }) => name))) {
    object(`options.${index}.name`, `Two options are called “${options[index]!.name}”`);
  }
  options.forEach(({ name, values }, index) => {
    for (const at of repeats(values)) object(`options.${index}.values.${at}`, `${name} has “${values[at]}” twice`);
  });
}

const nameOf = (variant: VariantDraft) => variant.options.join(" / ") || variant.sku;

/** Each variant has a value of each option, no two have the same ones, and each value has a variant. */
function checkMatrix({ options, variants }: ProductDraft, object: Object): void {
  const seen = new Map<string, number>();
  variants.forEach((variant, index) => {
    const path = `variants.${index}.options`;
    if (variant.options.length !== options.length) {
      const requirement =
        options.length === 0 ? "no options" : `a value for ${options.map(({ name }) => name).join(" and ")}`;
      return object(path, `Variant ${index + 1} needs ${requirement}`);
    }
    const wrong = variant.options.findIndex((value, at) => !options[at]!.values.includes(value));
    if (wrong >= 0) return object(path, `“${variant.options[wrong]}” isn't a value of ${options[wrong]!.name}`);
    const key = variant.options.join("\n");
    const first = seen.get(key);
    if (first === undefined) return void seen.set(key, index);
    const what =
      options.length === 0 ? "A product without options has one variant" : `“${nameOf(variant)}” is there twice`;
    object(path, `${what}: variants ${first + 1} and ${index + 1}`);
  });
  options.forEach(({ name, values }, at) =>
    values.forEach((value, index) => {
      if (variants.some((variant) => variant.options[at] === value)) return;
      object(`options.${at}.values.${index}`, `No variant has the ${name} “${value}”`);
    }),
  );
  for (const index of repeats(variants.map(({ sku }) => sku))) {
    object(`variants.${index}.sku`, `Two variants have the SKU “${variants[index]!.sku}”`);
  }
}

function checkVariant(draft: ProductDraft, variant: VariantDraft, path: string, object: Object): void {
  const { priceCents, compareAtCents, salesStartAt, salesEndAt, picture, parts } = variant;
  if (compareAtCents !== undefined && compareAtCents <= priceCents) {
    object(`${path}.compareAtCents`, "The compare-at price must be higher than the price");
  }
  if (salesStartAt !== undefined && salesEndAt !== undefined && Date.parse(salesStartAt) >= Date.parse(salesEndAt)) {
    object(`${path}.salesEndAt`, "Sales must end after they start");
  }
  if (picture !== undefined && picture >= draft.pictureIds.length) {
    object(`${path}.picture`, `The product has no picture ${picture + 1}`);
  }
  if (new Set(parts.map(({ variantId }) => variantId)).size !== parts.length) {
    object(`${path}.parts`, "Name each part of a bundle once, with its quantity");
  }
}

/** Variants that are named by their id are the product's own, each once. */
function checkIdentity(draft: ProductDraft, before: ProductRecord | undefined, object: Object): void {
  const seen = new Set<number>();
  draft.variants.forEach(({ id, parts }, index) => {
    if (id === undefined) return;
    const former = before?.variants.find((variant) => variant.id === id);
    if (former === undefined) object(`variants.${index}.id`, "We can't find this variant. Someone may have removed it");
    if (seen.has(id)) object(`variants.${index}.id`, "This variant is there twice");
    seen.add(id);
    if (parts.some(({ variantId }) => variantId === id)) {
      object(`variants.${index}.parts`, "A bundle can't be a part of itself");
    }
    if (former?.hasOrders === true && !sameParts(parts, former.parts)) {
      object(`variants.${index}.parts`, "This bundle has orders, so its parts can't change. Add a new variant instead");
    }
  });
  if (before !== undefined && before.kind !== draft.kind && before.variants.some(({ hasOrders }) => hasOrders)) {
    object("kind", "This product has orders, so it can't change between physical and digital");
  }
}

type Part = Pick<VariantDraft["parts"][number], "variantId" | "quantity">;

/** True if bundles take the same units of the same variants. */
const sameParts = (some: Part[], others: Part[]): boolean => partsKey(some) === partsKey(others);

const partsKey = (parts: Part[]) =>
  parts
    .map(({ variantId, quantity }) => `${variantId}x${quantity}`)
    .toSorted()
    .join();

const maxRows = 30;
const maxColumns = 12;

function checkSizeGuide(guide: ProductDraft["sizeGuide"], object: Object): void {
  if (guide === null) return;
  const width = guide.rows[0]?.length ?? 0;
  if (guide.rows.length < 2 || width < 2)
    return object("sizeGuide", "A size guide needs headings and at least one row");
  if (guide.rows.length > maxRows || width > maxColumns) {
    return object("sizeGuide", `A size guide has up to ${maxRows} rows and ${maxColumns} columns`);
  }
  const uneven = guide.rows.findIndex((row) => row.length !== width);
  if (uneven >= 0) object("sizeGuide", `Row ${uneven + 1} of the size guide needs ${width} cells`);
  if (guide.rows.flat().some((cell) => cell.length > 60) || guide.note.length > 500) {
    object("sizeGuide", "Shorten the size guide: 60 characters a cell, 500 for the note");
  }
}
