import { ProductInput } from "#contract/shop/products.ts";
import { isEndless, type ProductDraft, type ProductRecord } from "../editing/rules.ts";
import { createReader, explain, toCell, type CellProblem, type Reader } from "./cells.ts";
import { productColumns, type Column, type SheetRow } from "./format.ts";

/** Rows of a file with the same handle: a product, and what it is now if it exists. */
export interface Group {
  rows: SheetRow[];
  before: ProductRecord | undefined;
}

/** What cells name by text, as it is in the database. */
export interface Names {
  /** Ids of collections by their address. */
  collections: Map<string, number>;
  /** Ids of variants by their SKU in lower case. */
  variants: Map<string, number>;
}

/** A product as a file wants it, and the row that each of its variants comes from; undefined for those not in the file. */
export interface FileDraft {
  draft: ProductDraft;
  variantRows: (number | undefined)[];
  firstRow: number;
  isChanged: boolean;
}

const instant = (value: Date | string | null) => (value === null ? undefined : new Date(value).toISOString());

/** A product as it is, in the shape that an editor saves it. */
export function toDraft(record: ProductRecord): ProductDraft {
  const variants = record.variants.map((variant) => ({
    id: variant.id,
    options: variant.options,
    sku: variant.sku,
    priceCents: variant.priceCents,
    compareAtCents: variant.compareAtCents ?? undefined,
    costCents: variant.costCents ?? undefined,
    weightGrams: variant.weightGrams,
    lowStockAt: variant.lowStockAt ?? undefined,
    maxPerOrder: variant.maxPerOrder,
    maxPerPerson: variant.maxPerPerson ?? undefined,
    salesStartAt: instant(variant.salesStartAt),
    salesEndAt: instant(variant.salesEndAt),
    preorderShipsOn: variant.preorderShipsOn ?? undefined,
    picture: variant.picture ?? undefined,
    parts: variant.parts.map(({ variantId, quantity }) => ({ variantId, quantity })),
  }));
  const { title, slug, tagline, description, kind, publication, taxCategory, options, pictureIds } = record;
  const { collectionIds, eventIds, sizeGuide, position } = record;
  const own = { title, slug, tagline, description, kind, publication, taxCategory, options, pictureIds };
  const fileId = record.file?.id;
  return { id: record.id, ...own, variants, collectionIds, eventIds, sizeGuide, fileId, position };
}

/**
 * Merges the rows of a product into what it is now. Columns that the file doesn't have stay as they are, and so do
 * variants that it doesn't name. Variants are found by their SKU; a file never removes one, nor changes the units on hand
 * of one that exists.
 *
 * @returns the draft, or what is wrong
 */
export function mergeRows({ rows, before }: Group, names: Names): FileDraft | CellProblem[] {
  const problems: CellProblem[] = [];
  const former = before && toDraft(before);
  const cells = rows.map((row) => createReader(row, problems));
  const [first] = cells as [Reader];
  checkSame(rows, problems);
  const shared = sharedFields(first, names, former);
  const variants: Record<string, unknown>[] = (former?.variants ?? []).map((variant) => ({ ...variant }));
  const variantRows: (number | undefined)[] = variants.map(() => undefined);
  cells.forEach((reader, index) => {
    const sku = reader.text("SKU") ?? "";
    const at = variants.findIndex((variant) => String(variant.sku).toLowerCase() === sku.toLowerCase());
    const place = at < 0 ? variants.length : at;
    if (variantRows[place] !== undefined) reader.object("SKU", `Row ${variantRows[place]} has the same SKU`);
    variants[place] = { ...variants[place], ...variantFields(reader, names, shared.optionNames, at < 0) };
    variantRows[place] = rows[index]!.row;
  });
  const options = shared.optionNames.map((name, at) => ({
    name,
    values: usedValues(
      former?.options[at]?.values ?? [],
      variants.map((variant) => (variant.options as string[])[at]),
    ),
  }));
  const { optionNames: _, ...fields } = shared;
  const input = { ...former, ...fields, options, variants, id: undefined };
  const parsed = ProductInput.safeParse(JSON.parse(JSON.stringify(input)));
  const draft = { variantRows, firstRow: rows[0]!.row };
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      const problem = explain(toCell(draft, path.join("."), message));
      // A cell that couldn't be read is missing in the draft, too.
      const isKnown = problems.some(({ row, field }) => row === problem.row && field === problem.field);
      if (!isKnown) problems.push(problem);
    }
  }
  if (problems.length > 0) return problems;
  const isChanged = former === undefined || !isSame(parsed.data!, former);
  return { ...draft, draft: { ...parsed.data!, id: former?.id }, isChanged };
}

function isSame(draft: ProductDraft, { id: _, ...former }: ProductDraft): boolean {
  return JSON.stringify(draft) === JSON.stringify(ProductInput.parse(JSON.parse(JSON.stringify(former))));
}

/** The values of an option that variants have: those it had in their order, then new ones. */
function usedValues(former: string[], used: (string | undefined)[]): string[] {
  const values = new Set(used.filter((value) => value !== undefined && value !== ""));
  return [
    ...former.filter((value) => values.has(value)),
    ...[...values].filter((value) => !former.includes(value!)),
  ] as string[];
}

/** What belongs to the product is in its first row; later rows repeat it or leave it empty. */
function checkSame([first, ...rest]: SheetRow[], problems: CellProblem[]): void {
  for (const { row, cells } of rest) {
    for (const field of productColumns) {
      if ((cells[field] ?? "") === "" || cells[field] === first!.cells[field]) continue;
      problems.push({ row, field, message: `Row ${first!.row} of the same product says something else` });
    }
  }
}

/** Fields of the product; those without a column stay as they are. */
function sharedFields(reader: Reader, names: Names, former: ProductDraft | undefined) {
  const text = (column: Column, otherwise: string) => reader.text(column) ?? otherwise;
  const choice = (column: Column, otherwise: string) => reader.text(column)?.toLowerCase() || otherwise;
  const optionNames = ([1, 2, 3] as const)
    .map((number) => reader.text(`Option ${number} name`) ?? former?.options[number - 1]?.name ?? "")
    .filter((name) => name !== "");
  const collectionIds = reader
    .text("Collections")
    ?.split(/[;,]/)
    .flatMap((part) => {
      const slug = part.trim();
      if (slug === "") return [];
      const id = names.collections.get(slug);
      if (id === undefined) reader.object("Collections", `There's no collection “${slug}”`);
      return id ?? [];
    });
  return {
    slug: text("Handle", ""),
    title: text("Title", former?.title ?? ""),
    tagline: text("Tagline", former?.tagline ?? ""),
    description: text("Description", former?.description ?? ""),
    kind: choice("Kind", former?.kind ?? "physical"),
    publication: choice("Publication", former?.publication ?? "draft"),
    taxCategory: choice("Tax category", former?.taxCategory ?? "general"),
    position: reader.whole("Position") ?? former?.position ?? 1000,
    collectionIds: collectionIds ?? former?.collectionIds ?? [],
    pictureIds: former?.pictureIds ?? [],
    optionNames,
  };
}

/** Fields of a variant that the file has a column for; an empty cell unsets what can be unset. */
function variantFields(reader: Reader, names: Names, optionNames: string[], isNew: boolean): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  const set = (field: string, column: Column, value: unknown) => {
    if (reader.has(column)) fields[field] = value ?? undefined;
  };
  set("sku", "SKU", reader.text("SKU"));
  set("priceCents", "Price", reader.cents("Price"));
  set("compareAtCents", "Compare-at price", reader.cents("Compare-at price"));
  set("costCents", "Cost", reader.cents("Cost"));
  set("weightGrams", "Weight in grams", reader.whole("Weight in grams"));
  set("lowStockAt", "Low stock at", reader.whole("Low stock at"));
  set("maxPerOrder", "Most per order", reader.whole("Most per order"));
  set("maxPerPerson", "Most per person", reader.whole("Most per person"));
  set("salesStartAt", "Sales start", reader.time("Sales start"));
  set("salesEndAt", "Sales end", reader.time("Sales end"));
  set("preorderShipsOn", "Ships on", reader.date("Ships on"));
  const picture = reader.whole("Picture");
  set("picture", "Picture", picture === null || picture === undefined ? undefined : picture - 1);
  if (picture === 0) reader.object("Picture", "Pictures are counted from 1");
  if (reader.has("Parts")) fields.parts = readParts(reader, names);
  const onHand = reader.whole("On hand");
  if (isNew && typeof onHand === "number" && !isEndless(onHand)) fields.onHand = onHand;
  if (reader.has("Option 1 value") || isNew) {
    fields.options = optionNames.map((_, at) => reader.text(`Option ${(at + 1) as 1 | 2 | 3} value`) ?? "");
  }
  return fields;
}

function readParts(reader: Reader, { variants }: Names) {
  return (reader.text("Parts") ?? "").split(";").flatMap((part) => {
    if (part.trim() === "") return [];
    const [, sku = "", quantity = "1"] = /^(\S+)(?:\s+x\s*(\d{1,3}))?$/i.exec(part.trim()) ?? [];
    const variantId = variants.get(sku.toLowerCase());
    if (variantId === undefined) {
      reader.object("Parts", `There's no variant with the SKU “${sku || part.trim()}”. Write parts as “SKU x 2”`);
    }
    return variantId === undefined ? [] : [{ variantId, quantity: Number(quantity) }];
  });
}
