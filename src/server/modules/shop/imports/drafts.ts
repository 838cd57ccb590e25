import { ProductInput } from "#contract/shop/products.ts";
import { fold, isEndless, type ProductDraft, type ProductRecord } from "../editing/rules.ts";
import type { Column } from "../csv/format.ts";
import { centsOf, createReader, explain, toCell, type CellProblem, type Reader } from "./cells.ts";
import type { CollectionSheet, ProductSheet } from "./formats/sheet.ts";

/** A product of a file, and what it is now if it exists. */
export interface Group {
  sheet: ProductSheet;
  before: ProductRecord | undefined;
}

/** What cells name by text, as it is in the database. */
export interface Names {
  /** Ids of collections by their address and by their name in lower case. */
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

/** What merging a product found: its draft, or what is wrong; and what to say of it in any case. */
interface Merged {
  draft?: FileDraft;
  problems: CellProblem[];
  remarks: CellProblem[];
  /** Collections that don't exist. */
  unknownCollections: CollectionSheet[];
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
  const fields = { title, slug, tagline, description, kind, publication, taxCategory, options, pictureIds };
  const fileId = record.file?.id;
  return { id: record.id, ...fields, variants, collectionIds, eventIds, sizeGuide, fileId, position };
}

/**
 * Merges a product of a file into what it is now. Columns that the file doesn't have stay as they are, and so do
 * variants that it doesn't name. Variants are found by their SKU; a file never removes one, nor changes the units on hand
 * of one that exists.
 */
export function mergeSheet({ sheet, before }: Group, names: Names): Merged {
  const result: Merged = { problems: [], remarks: [], unknownCollections: [] };
  const { problems } = result;
  const former = before && toDraft(before);
  const shared = sharedFields({ sheet, former }, names, result);
  const variants: Record<string, unknown>[] = (former?.variants ?? []).map((variant) => ({ ...variant }));
  const variantRows: (number | undefined)[] = variants.map(() => undefined);
  for (const variant of sheet.variants) {
    const reader = createReader(variant, problems, true);
    const sku = reader.text("SKU") ?? "";
    const at = variants.findIndex((other) => fold(String(other.sku)) === fold(sku));
    const place = at < 0 ? variants.length : at;
    if (variantRows[place] !== undefined) reader.object("SKU", `Row ${variantRows[place]} has the same SKU`);
    const fields = variantFields(
      reader,
      names,
      { optionNames: shared.optionNames, isNew: at < 0, isOwn: sheet.isOwn },
      result,
    );
    variants[place] = { ...variants[place], ...fields };
    variantRows[place] = variant.row;
  }
  const options = shared.optionNames.map((name, at) => ({
    name,
    values: usedValues(
      former?.options[at]?.values ?? [],
      variants.map((variant) => (variant.options as string[])[at]),
    ),
  }));
  const { optionNames: _, ...fields } = shared;
  const parsed = ProductInput.safeParse(
    JSON.parse(JSON.stringify({ ...former, ...fields, options, variants, id: undefined })),
  );
  const draft = { variantRows, firstRow: sheet.shared.row };
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      const problem = explain(toCell(draft, path.join("."), message));
      // A cell that couldn't be read is missing in the draft, too.
      const isKnown = problems.some(({ row, field }) => row === problem.row && field === problem.field);
      if (!isKnown) problems.push(problem);
    }
  }
  if (problems.length > 0) return result;
  const isChanged = former === undefined || !isSame(parsed.data!, former);
  return { ...result, draft: { ...draft, draft: { ...parsed.data!, id: former?.id }, isChanged } };
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

/** Fields of the product; those without a column stay as they are. */
function sharedFields(
  { sheet, former }: { sheet: ProductSheet; former: ProductDraft | undefined },
  names: Names,
  result: Merged,
) {
  const reader = createReader(sheet.shared, result.problems);
  const text = (column: Column, otherwise: string) => reader.text(column) ?? otherwise;
  const choice = (column: Column, otherwise: string) => reader.text(column)?.toLowerCase() || otherwise;
  // Another shop doesn't know how a product is taxed and delivered here: that counts for new ones only.
  const setting = (column: Column, was: string | undefined, otherwise: string) =>
    sheet.isOwn || was === undefined ? choice(column, was ?? otherwise) : was;
  const optionNames = ([1, 2, 3] as const)
    .map(
      (number) => reader.text(`Option ${number} name`) ?? (sheet.isOwn ? former?.options[number - 1]?.name : "") ?? "",
    )
    .filter((name) => name !== "");
  const kind = setting("Kind", former?.kind, "physical");
  let publication = choice("Publication", former?.publication ?? "draft");
  if (!sheet.isOwn && kind === "digital" && publication === "active" && former?.fileId === undefined) {
    publication = "draft";
    const message = "Imported as a draft: upload the file that buyers download, then publish it";
    result.remarks.push({ row: reader.row, field: "Publication", message });
  }
  return {
    slug: sheet.isOwn ? sheet.handle : (former?.slug ?? sheet.handle),
    title: text("Title", former?.title ?? ""),
    tagline: text("Tagline", former?.tagline ?? ""),
    description: text("Description", former?.description ?? ""),
    kind,
    publication,
    taxCategory: setting("Tax category", former?.taxCategory, kind === "digital" ? "digital" : "general"),
    position: reader.whole("Position") ?? former?.position ?? 1000,
    collectionIds: collectionIdsOf({ sheet, former }, names, result),
    pictureIds: former?.pictureIds ?? [],
    optionNames,
  };
}

const maxCollections = 20;

/** A file of our own sets the collections; one from another shop adds some. */
function collectionIdsOf(
  { sheet, former }: { sheet: ProductSheet; former: ProductDraft | undefined },
  { collections }: Names,
  { remarks, unknownCollections }: Merged,
): number[] {
  const now = former?.collectionIds ?? [];
  if (sheet.collections === undefined) return now;
  const ids = new Set(sheet.isOwn ? [] : now);
  for (const named of sheet.collections) {
    const id = collections.get(named.name) ?? collections.get(fold(named.name));
    if (id === undefined) unknownCollections.push(named);
    else ids.add(id);
  }
  if (ids.size > maxCollections) {
    const message = `A product can be in up to ${maxCollections} collections. The others are left out`;
    remarks.push({ row: sheet.shared.row, field: "Collections", message });
  }
  return [...ids].slice(0, maxCollections);
}

/** Fields of a variant that the file has a column for; an empty cell unsets what can be unset. */
function variantFields(
  reader: Reader,
  names: Names,
  { optionNames, isNew, isOwn }: { optionNames: string[]; isNew: boolean; isOwn: boolean },
  { remarks }: Merged,
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  const set = (field: string, column: Column, value: unknown) => {
    if (reader.has(column)) fields[field] = value ?? undefined;
  };
  set("sku", "SKU", reader.text("SKU"));
  set("priceCents", "Price", reader.cents("Price"));
  set("compareAtCents", "Compare-at price", compareAtOf(reader, isOwn, remarks));
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
  if (isNew && typeof onHand === "number" && !isEndless(onHand)) {
    fields.onHand = Math.max(0, onHand);
    if (onHand < 0) {
      const message = `${onHand} units on hand became 0: a new variant can't start below 0`;
      remarks.push({ row: reader.row, field: "On hand", message });
    }
  }
  if (reader.has("Option 1 value") || isNew) {
    fields.options = optionNames.map((_, at) => reader.text(`Option ${(at + 1) as 1 | 2 | 3} value`) ?? "");
  }
  return fields;
}

/** Other shops accept a price before that isn't higher. Ours has none then, which is what their pages show, too. */
function compareAtOf(reader: Reader, isOwn: boolean, remarks: CellProblem[]): number | null | undefined {
  const cents = reader.cents("Compare-at price");
  const price = isOwn ? undefined : reader.text("Price");
  const priceCents = price === undefined ? undefined : centsOf(price);
  if (!cents || priceCents === undefined || cents > priceCents) return isOwn ? cents : cents || null;
  const message = "Left out the compare-at price, because it isn't higher than the price";
  if (cents < priceCents) remarks.push({ row: reader.row, field: "Compare-at price", message });
  return null;
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
