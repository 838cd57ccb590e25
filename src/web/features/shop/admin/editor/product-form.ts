import type { AdminProduct } from "#contract/shop/products.ts";
import { slugOf } from "#contract/slug.ts";
import { centsOf, wholeOf, writeAmount } from "#web/lib/amounts.ts";
import type { PosterPicture } from "#web/ui/poster.tsx";
import { gramsOfOunces, writeOunces } from "#web/features/delivery/settings/weights.ts";

/** A variant as the form holds it: text as typed, and instants. Its fields have the contract's names. */
export type VariantForm = {
  id: number | null;
  options: string[];
  sku: string;
  priceCents: string;
  compareAtCents: string;
  costCents: string;
  /** In ounces. */
  weightGrams: string;
  onHand: string;
  lowStockAt: string;
  maxPerOrder: string;
  maxPerPerson: string;
  salesStartAt: string | null;
  salesEndAt: string | null;
  preorderShipsOn: string;
  /** The position of its picture; empty for the first one. */
  picture: string;
  parts: { variantId: number; title: string; quantity: number }[];
};

/** A product as the form holds it. */
export type ProductForm = Pick<
  AdminProduct,
  "title" | "slug" | "tagline" | "description" | "kind" | "publication" | "taxCategory" | "options"
> & {
  position: string;
  variants: VariantForm[];
  pictures: { id: number; poster: PosterPicture | null }[];
  collectionIds: number[];
  eventIds: number[];
  /** A row a line, its cells separated by tabs, bars or commas. */
  sizeRows: string;
  sizeNote: string;
  file: AdminProduct["file"];
};

const text = (value: number | null) => (value === null ? "" : String(value));

/** The form of a saved product. */
export function formOf(product: AdminProduct): ProductForm {
  const { title, slug, tagline, description, kind, publication, taxCategory, options, sizeGuide } = product;
  return {
    title,
    slug,
    tagline,
    description,
    kind,
    publication,
    taxCategory,
    options,
    position: String(product.position),
    variants: product.variants.map((variant) => ({
      id: variant.id,
      options: variant.options,
      sku: variant.sku,
      priceCents: writeAmount(variant.priceCents),
      compareAtCents: writeAmount(variant.compareAtCents),
      costCents: writeAmount(variant.costCents),
      weightGrams: writeOunces(variant.weightGrams),
      onHand: "",
      lowStockAt: text(variant.lowStockAt),
      maxPerOrder: String(variant.maxPerOrder),
      maxPerPerson: text(variant.maxPerPerson),
      salesStartAt: variant.salesStartAt,
      salesEndAt: variant.salesEndAt,
      preorderShipsOn: variant.preorderShipsOn ?? "",
      picture: text(variant.picture),
      parts: variant.parts,
    })),
    pictures: product.pictures,
    collectionIds: product.collectionIds,
    eventIds: product.eventIds,
    sizeRows: sizeGuide === null ? "" : writeSizes(sizeGuide.rows),
    sizeNote: sizeGuide?.note ?? "",
    file: product.file,
  };
}

/** The form's values in the server's shape. What isn't a number or an amount doesn't pass its schema. */
export function inputOf({ position, pictures, sizeRows, sizeNote, file, variants, ...form }: ProductForm) {
  const rows = readSizes(sizeRows);
  return {
    ...form,
    position: wholeOf(position),
    variants: variants.map((variant) => ({
      id: variant.id ?? undefined,
      options: variant.options,
      sku: variant.sku,
      priceCents: centsOf(variant.priceCents) ?? Number.NaN,
      compareAtCents: centsOf(variant.compareAtCents),
      costCents: centsOf(variant.costCents),
      weightGrams: gramsOfOunces(variant.weightGrams),
      onHand: variant.id === null ? wholeOf(variant.onHand) : undefined,
      lowStockAt: wholeOf(variant.lowStockAt),
      maxPerOrder: wholeOf(variant.maxPerOrder),
      maxPerPerson: wholeOf(variant.maxPerPerson),
      salesStartAt: variant.salesStartAt ?? undefined,
      salesEndAt: variant.salesEndAt ?? undefined,
      preorderShipsOn: variant.preorderShipsOn || undefined,
      picture: wholeOf(variant.picture),
      parts: variant.parts.map(({ variantId, quantity }) => ({ variantId, quantity })),
    })),
    pictureIds: pictures.map(({ id }) => id),
    sizeGuide: rows.length === 0 ? null : { rows, note: sizeNote.trim() },
    fileId: file?.id,
  };
}

/** The fields that have another name in the API. */
export const productPaths = { pictureIds: "pictures", sizeGuide: "sizeRows", fileId: "file" } as const;

const amount = "Enter an amount, like 45.00";
const whole = "Enter a whole number";
const ofVariants: Record<string, string> = {
  sku: "Enter a SKU of up to 40 letters, digits, dots, dashes or underscores",
  priceCents: "Enter a price, like 45.00",
  compareAtCents: amount,
  costCents: amount,
  weightGrams: "Enter a weight, like 6.5",
  onHand: whole,
  lowStockAt: whole,
  maxPerOrder: "Enter a number from 1 to 100",
  maxPerPerson: "Enter a number from 1 to 1,000",
};
const maxVariants = 100;

/** What is wrong in words, instead of the schema's own. */
export const productMessages: Record<string, string> = {
  title: "Enter a name",
  position: whole,
  variants: "A product has 1 to 100 variants",
  ...Object.fromEntries(
    Array.from({ length: maxVariants }, (_, index) =>
      Object.entries(ofVariants).map(([name, message]) => [`variants.${index}.${name}`, message]),
    ).flat(),
  ),
};

/** The rows of a size guide as text. */
export function writeSizes(rows: string[][]): string {
  const hasComma = rows.flat().some((cell) => cell.includes(","));
  return rows.map((row) => row.join(hasComma ? " | " : ", ")).join("\n");
}

/** Reads them again; cells are separated by tabs (as spreadsheets paste them), by bars, or by commas. */
export function readSizes(typed: string): string[][] {
  const sign = ["\t", "|", ","].find((each) => typed.includes(each)) ?? ",";
  return typed
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.split(sign).map((cell) => cell.trim()));
}

type Options = ProductForm["options"];

/** A variant that isn't saved yet. Prices and the rest are those of another one. */
function blank(form: Pick<ProductForm, "slug">, options: string[], like: VariantForm | undefined): VariantForm {
  const base = {
    priceCents: "",
    compareAtCents: "",
    costCents: "",
    weightGrams: "0",
    lowStockAt: "",
    maxPerOrder: "10",
    maxPerPerson: "",
    salesStartAt: null,
    salesEndAt: null,
    preorderShipsOn: "",
    ...like,
  };
  return { ...base, id: null, options, sku: skuOf(form.slug, options), onHand: "", picture: "", parts: [] };
}

/** A SKU made of a product's address and a variant's options. */
export const skuOf = (slug: string, options: string[]) =>
  [slug.slice(0, 20), ...options.map((value) => slugOf(value).slice(0, 12))].join("-").toUpperCase().slice(0, 40);

const isPart = (small: string[], big: string[]) => small.every((value) => big.includes(value));

/**
 * The variants of all combinations of some options, in order. A variant that has a combination keeps it with everything
 * else. If an option is added or removed, each variant moves to the first combination that it fits.
 */
export function toMatrix(form: Pick<ProductForm, "slug" | "variants">, options: Options): VariantForm[] {
  const complete = options.filter(({ values }) => values.length > 0);
  const combinations = complete.reduce<string[][]>(
    (all, { values }) => all.flatMap((combination) => values.map((value) => [...combination, value])),
    [[]],
  );
  const rest = new Set(form.variants);
  const pickVariant = (fits: (variant: VariantForm) => boolean) => {
    const found = [...rest].find(fits);
    if (found) rest.delete(found);
    return found;
  };
  const exact = combinations.map((combination) =>
    pickVariant(({ options: variantOptions }) => variantOptions.join("\n") === combination.join("\n")),
  );
  return combinations.slice(0, maxVariants).map((combination, index) => {
    const moved =
      exact[index] ??
      pickVariant(
        ({ options: variantOptions }) =>
          variantOptions.length !== combination.length &&
          (isPart(variantOptions, combination) || isPart(combination, variantOptions)),
      );
    return moved ? { ...moved, options: combination } : blank(form, combination, form.variants[0]);
  });
}

/** The combinations that no variant has. */
export function missingOf({ options, variants }: Pick<ProductForm, "options" | "variants">): string[][] {
  const all = toMatrix({ slug: "", variants: [] }, options).map((variant) => variant.options);
  const known = new Set(variants.map((variant) => variant.options.join("\n")));
  return all.filter((combination) => !known.has(combination.join("\n")));
}

/** Adds the variant of a missing combination at its place. */
export function addVariant(form: ProductForm, options: string[]): VariantForm[] {
  const order = toMatrix({ slug: "", variants: [] }, form.options).map((variant) => variant.options.join("\n"));
  const all = [...form.variants, blank(form, options, form.variants[0])];
  return all.toSorted(
    (some, other) => order.indexOf(some.options.join("\n")) - order.indexOf(other.options.join("\n")),
  );
}

/** What to call a variant in the form. */
export const variantLabel = ({ options, sku }: Pick<VariantForm, "options" | "sku">) =>
  options.join(" / ") || sku || "Variant";

/** What a variant's picture can be. */
export const pictureChoices = ({ pictures }: Pick<ProductForm, "pictures">): [value: string, label: string][] => [
  ["", "First picture"],
  ...pictures.map(({ poster }, at): [string, string] => [String(at), `${at + 1}. ${poster?.alt ?? "Processing"}`]),
];

/** Moves a picture; variants keep theirs. */
export function movePicture(form: ProductForm, from: number, to: number): Pick<ProductForm, "pictures" | "variants"> {
  const moved = form.pictures.toSpliced(from, 1).toSpliced(to, 0, form.pictures[from]!);
  return { pictures: moved, variants: withPictures(form, moved) };
}

/** Removes a picture; variants that showed it show the first one. */
export function removePicture(form: ProductForm, at: number): Pick<ProductForm, "pictures" | "variants"> {
  const left = form.pictures.toSpliced(at, 1);
  return { pictures: left, variants: withPictures(form, left) };
}

function withPictures({ pictures, variants }: ProductForm, after: ProductForm["pictures"]): VariantForm[] {
  return variants.map((variant) => {
    if (variant.picture === "") return variant;
    const index = after.findIndex(({ id }) => id === pictures[Number(variant.picture)]?.id);
    return { ...variant, picture: index < 0 ? "" : String(index) };
  });
}
