import type { TableRow } from "#server/platform/tables/table.ts";
import type { Column } from "../../csv/format.ts";
import {
  groupBy,
  normalizeHeading,
  parseYesNo,
  startReading,
  type CollectionSheet,
  type Entry,
  type ProductSheet,
  type ProductsRead,
  type VariantSheet,
} from "./sheet.ts";
import { createHandle, createUnique, formatGrams, parseDescription, parseNames } from "./texts.ts";

/** Shopify renamed its columns; both generations are read. */
const patterns = {
  handle: /^(url )?handle$/,
  title: /^title$/,
  description: /^(body \(html\)|body|description)$/,
  category: /^product category$/,
  type: /^(custom product )?type$/,
  tags: /^tags$/,
  published: /^published( on online store)?$/,
  optionNames: /^option ?[123] name$/,
  optionValues: /^option ?[123] value$/,
  sku: /^(variant )?sku$/,
  grams: /^(variant grams|weight value \(grams\))$/,
  tracker: /^(variant )?inventory tracker$/,
  onHand: /^(variant inventory qty|inventory quantity)$/,
  price: /^(variant )?price$/,
  compareAt: /^(variant )?compare[- ]at price$/,
  requiresShipping: /^(variant )?requires shipping$/,
  giftCard: /^gift card$/,
  pictureUrl: /^(image src|product image url)$/,
  picturePosition: /^image position$/,
  pictureAlt: /^image alt text$/,
  variantPicture: /^variant image( url)?$/,
  cost: /^cost per item$/,
  status: /^status$/,
};
type Field = keyof typeof patterns;

const headings: [Column, Field][] = [
  ["Title", "title"],
  ["Description", "description"],
  ["Publication", "status"],
  ["Option 1 value", "optionValues"],
  ["Option 1 name", "optionNames"],
  ["SKU", "sku"],
  ["Price", "price"],
  ["Compare-at price", "compareAt"],
  ["Cost", "cost"],
  ["Weight in grams", "grams"],
  ["On hand", "onHand"],
];

/** True for the header of Shopify's product export. */
export function isShopifyHeader(header: TableRow): boolean {
  const names = header.cells.map(normalizeHeading);
  const has = (field: Field) => names.some((name) => patterns[field].test(name));
  const isOurs = names.includes("sku") && names.includes("handle");
  return has("handle") && !isOurs && (has("price") || has("sku") || has("optionNames"));
}

/**
 * Reads Shopify's product export: the first row of a handle has the product, each row with a price or an option has a
 * variant, and rows with a picture alone add it.
 */
export function readShopifyFile(header: TableRow, rows: TableRow[]): ProductsRead {
  const { read, entries, heading } = startReading("shopify", [header, rows], patterns, headings);
  const named = entries.filter((entry) => {
    if (entry.cell("handle") !== "") return true;
    read.leftOut.push({ row: entry.row, field: heading("handle")!, message: "This row has no handle" });
    return false;
  });
  const handles = new Set<string>();
  for (const [handle, group] of groupBy(named, (entry) => entry.cell("handle"))) {
    const product = readProduct(createUnique(createHandle(handle), handles, 80), group, read);
    if (product !== undefined) read.products.push(product);
  }
  return read;
}

function readProduct(handle: string, group: Entry<Field>[], read: ProductsRead): ProductSheet | undefined {
  const first = group.find((entry) => entry.cell("title") !== "") ?? group[0]!;
  const isGiftCard = parseYesNo(first.cell("giftCard")) === true;
  const variants: VariantSheet[] = [];
  const otherRows: number[] = [];
  const optionNames = readOptionNames(first);
  for (const entry of group) {
    const hasVariant =
      ["price", "sku"].some((field) => entry.cell(field as Field) !== "") ||
      entry.cells("optionValues").some((value) => value !== "");
    if (isGiftCard) read.leftOut.push({ row: entry.row, field: "Gift Card", message: "Gift cards can't be imported" });
    else if (hasVariant) variants.push(readVariant(entry, optionNames, read));
    else if (entry.cell("pictureUrl") !== "" || entry === first) otherRows.push(entry.row);
    else read.leftOut.push({ row: entry.row, field: "row", message: "This row has no variant and no picture" });
  }
  if (isGiftCard) return undefined;
  if (variants.length === 0) {
    for (const row of otherRows) {
      read.leftOut.push({
        row,
        field: "row",
        message: `“${first.cell("title") || handle}” has no variant with a price`,
      });
    }
    return undefined;
  }
  const pictures = group
    .filter((entry) => entry.cell("pictureUrl") !== "")
    .map((entry, at) => ({ entry, position: Number(entry.cell("picturePosition")) || at + 1 }))
    .toSorted((some, other) => some.position - other.position)
    .map(({ entry }) => ({ row: entry.row, url: entry.cell("pictureUrl"), alt: entry.cell("pictureAlt") }));
  return {
    handle,
    isHandleCreated: false,
    shared: readShared(first, group, optionNames, read),
    variants,
    otherRows,
    pictures,
    collections: readCollections(first),
    isOwn: false,
  };
}

/** A product without options has one that is called "Title" with the value "Default Title". */
function readOptionNames(first: Entry<Field>): string[] {
  const names = first.cells("optionNames");
  const isDefault = first.cells("optionValues")[0] === "Default Title" && names.slice(1).every((name) => name === "");
  return isDefault ? [] : names.filter((name) => name !== "");
}

function readShared(first: Entry<Field>, group: Entry<Field>[], optionNames: string[], read: ProductsRead) {
  const cells: ProductSheet["shared"]["cells"] = {};
  if (first.has("title")) cells.Title = first.cell("title");
  if (first.has("description")) {
    const { text, isCut } = parseDescription(first.cell("description"));
    cells.Description = text;
    if (isCut) {
      const field = read.headings["Description"]!;
      read.remarks.push({ row: first.row, field, message: "Shortened the description to 5,000 characters" });
    }
  }
  const publication = readPublication(first);
  if (publication !== undefined) cells.Publication = publication;
  if (first.has("requiresShipping")) {
    const isShipped = group
      .map((entry) => parseYesNo(entry.cell("requiresShipping")))
      .filter((answer) => answer !== undefined);
    if (isShipped.length > 0) cells.Kind = isShipped.includes(true) ? "physical" : "digital";
  }
  if (/^apparel & accessories > clothing/i.test(first.cell("category"))) cells["Tax category"] = "clothing";
  optionNames.forEach((name, at) => {
    cells[`Option ${(at + 1) as 1 | 2 | 3} name`] = name;
  });
  return { row: first.row, cells };
}

/** A product that isn't on the online store isn't on sale there, whatever its status. */
function readPublication(first: Entry<Field>): string | undefined {
  const status = first.cell("status").toLowerCase();
  const isPublished = parseYesNo(first.cell("published"));
  if (status === "archived" || status === "draft") return status;
  if (isPublished === false || status === "unlisted") return "draft";
  return status === "" && isPublished === undefined ? undefined : status || "active";
}

function readVariant(entry: Entry<Field>, optionNames: string[], read: ProductsRead): VariantSheet {
  const cells: VariantSheet["cells"] = { SKU: entry.cell("sku"), Price: entry.cell("price") };
  if (entry.has("compareAt")) cells["Compare-at price"] = entry.cell("compareAt");
  if (entry.has("cost")) cells.Cost = entry.cell("cost");
  if (entry.has("grams")) cells["Weight in grams"] = formatGrams(entry.cell("grams"), "g");
  const isUncounted = entry.has("tracker") && entry.cell("tracker") === "";
  if (entry.has("onHand") && !isUncounted) cells["On hand"] = entry.cell("onHand");
  else if (isUncounted) {
    const field = read.headings["On hand"] ?? "Variant Inventory Tracker";
    read.remarks.push({
      row: entry.row,
      field,
      message: "Shopify doesn't count these units. A new variant starts with 0 on hand",
    });
  }
  const values = entry.cells("optionValues");
  optionNames.forEach((_, at) => {
    cells[`Option ${(at + 1) as 1 | 2 | 3} value`] = values[at] ?? "";
  });
  const pictureUrl = entry.cell("variantPicture");
  return { row: entry.row, cells, ...(pictureUrl === "" ? {} : { pictureUrl }) };
}

function readCollections(first: Entry<Field>): CollectionSheet[] | undefined {
  if (!first.has("type") && !first.has("tags")) return undefined;
  return [
    ...parseNames(first.cell("type")).map((name) => ({ name, isSuggested: true })),
    ...parseNames(first.cell("tags")).map((name) => ({ name, isSuggested: false })),
  ];
}
