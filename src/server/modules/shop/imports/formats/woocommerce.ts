import type { TableRow } from "#server/platform/tables/table.ts";
import type { Column } from "../../csv/format.ts";
import {
  normalizeHeading,
  parseYesNo,
  startReading,
  type CollectionSheet,
  type Entry,
  type ProductSheet,
  type ProductsRead,
  type VariantSheet,
} from "./sheet.ts";
import { createHandle, createUnique, formatGrams, parseDescription, parseNames, parseWeightUnit } from "./texts.ts";

const patterns = {
  id: /^id$/,
  type: /^type$/,
  sku: /^sku$/,
  name: /^name$/,
  published: /^published$/,
  tagline: /^short description$/,
  description: /^description$/,
  inStock: /^in stock\??$/,
  onHand: /^stock$/,
  lowStock: /^low stock amount$/,
  price: /^regular price$/,
  salePrice: /^sale price$/,
  weight: /^weight \((kg|g|lbs?|oz)\)$/,
  categories: /^categories$/,
  tags: /^tags$/,
  pictures: /^images$/,
  parent: /^parent$/,
  attributeNames: /^attribute \d+ name$/,
  attributeValues: /^attribute \d+ value\(s\)$/,
  cost: /^(cost of goods( sold)?|cogs( value)?)$/,
};
type Field = keyof typeof patterns;

const headings: [Column, Field][] = [
  ["Title", "name"],
  ["Tagline", "tagline"],
  ["Description", "description"],
  ["Publication", "published"],
  ["Option 1 name", "attributeNames"],
  ["Option 1 value", "attributeValues"],
  ["SKU", "sku"],
  ["Price", "price"],
  ["Compare-at price", "price"],
  ["Cost", "cost"],
  ["Weight in grams", "weight"],
  ["On hand", "onHand"],
  ["Low stock at", "lowStock"],
];

/** True for the header of WooCommerce's product export. */
export function isWooHeader(header: TableRow): boolean {
  const names = header.cells.map(normalizeHeading);
  return ["type", "name"].every((name) => names.includes(name)) && names.some((name) => patterns.price.test(name));
}

const maxOptions = 3;

const typesOf = (entry: Entry<Field>) =>
  entry
    .cell("type")
    .toLowerCase()
    .split(/\s*,\s*/);

/**
 * Reads WooCommerce's product export: `simple` products, and `variable` ones with their `variation` rows, whose parent is
 * the SKU or `id:` and the ID of the product. Other types are left out.
 */
export function readWooFile(header: TableRow, rows: TableRow[]): ProductsRead {
  const { read, entries, heading } = startReading("woocommerce", [header, rows], patterns, headings);
  const unit = parseWeightUnit(heading("weight") ?? "") ?? "lb";
  const variations = entries.filter((entry) => typesOf(entry).includes("variation"));
  const used = new Set<Entry<Field>>();
  const handles = new Set<string>();
  for (const parent of entries) {
    const types = typesOf(parent);
    if (types.includes("variation")) continue;
    if (types.includes("variable")) {
      const own = variations.filter((variation) => isParent(parent, variation.cell("parent")));
      own.forEach((variation) => used.add(variation));
      if (own.length === 0)
        read.leftOut.push({ row: parent.row, field: "Type", message: "This file has no variations of it" });
      else if (readOptions(own).length > maxOptions) leaveOut([parent, ...own], read);
      else read.products.push(readProduct({ parent, own, unit, handles }, read));
    } else if (types.includes("simple")) {
      read.products.push(readProduct({ parent, own: [], unit, handles }, read));
    } else {
      const message = `Products of the type “${parent.cell("type")}” can't be imported`;
      read.leftOut.push({ row: parent.row, field: "Type", message });
    }
  }
  for (const variation of variations) {
    if (used.has(variation)) continue;
    const message = `There's no variable product “${variation.cell("parent")}” in this file`;
    read.leftOut.push({ row: variation.row, field: "Parent", message });
  }
  return read;
}

function leaveOut(entries: Entry<Field>[], read: ProductsRead): void {
  const message = `A product can have up to ${maxOptions} options. Remove an attribute from its variations in WooCommerce`;
  for (const { row } of entries) read.leftOut.push({ row, field: `Attribute ${maxOptions + 1} name`, message });
}

function isParent(parent: Entry<Field>, reference: string): boolean {
  const id = /^id:\s*(\d+)$/i.exec(reference)?.[1];
  if (id !== undefined) return parent.cell("id") === id;
  return reference !== "" && parent.cell("sku").toLowerCase() === reference.toLowerCase();
}

interface Source {
  parent: Entry<Field>;
  own: Entry<Field>[];
  unit: string;
  handles: Set<string>;
}

function readProduct({ parent, own, unit, handles }: Source, read: ProductsRead): ProductSheet {
  const options = readOptions(own);
  const isDigital = [parent, ...own].some((entry) =>
    ["virtual", "downloadable"].some((type) => typesOf(entry).includes(type)),
  );
  const variants = (own.length === 0 ? [parent] : own).map((entry) =>
    readVariant(entry, parent, { options, unit, isDigital }, read),
  );
  const urls = splitPictures(parent.cell("pictures"));
  const pictures = [
    ...urls.map((url) => ({ row: parent.row, url, alt: "" })),
    ...own.flatMap((entry) => splitPictures(entry.cell("pictures")).map((url) => ({ row: entry.row, url, alt: "" }))),
  ];
  return {
    handle: createUnique(createHandle(parent.cell("name")), handles, 80),
    isHandleCreated: true,
    shared: readShared(parent, { options, isDigital }, read),
    variants,
    otherRows: own.length === 0 ? [] : [parent.row],
    pictures,
    collections: readCollections(parent),
    isOwn: false,
  };
}

const splitPictures = (cell: string) =>
  cell
    .split(/\s*,\s*(?=https?:)/)
    .map((url) => url.trim())
    .filter((url) => url !== "");

/** The attributes that the variations choose from; a product's other attributes only describe it. */
function readOptions(own: Entry<Field>[]): string[] {
  const names = new Set<string>();
  for (const entry of own) {
    const values = entry.cells("attributeValues");
    entry.cells("attributeNames").forEach((name, at) => {
      if (name !== "" && (values[at] ?? "") !== "") names.add(name);
    });
  }
  return [...names];
}

function readShared(
  parent: Entry<Field>,
  { options, isDigital }: { options: string[]; isDigital: boolean },
  read: ProductsRead,
) {
  const cells: ProductSheet["shared"]["cells"] = { Title: parent.cell("name") };
  const short = parseDescription(parent.cell("tagline")).text;
  const isTagline = short.length <= 160 && !short.includes("\n");
  if (parent.has("tagline") && isTagline) cells.Tagline = short;
  if (parent.has("description")) {
    const whole =
      isTagline || short === ""
        ? parent.cell("description")
        : `<p>${parent.cell("tagline")}</p>${parent.cell("description")}`;
    const { text, isCut } = parseDescription(whole);
    cells.Description = text;
    if (isCut) {
      const field = read.headings["Description"]!;
      read.remarks.push({ row: parent.row, field, message: "Shortened the description to 5,000 characters" });
    }
  }
  if (parent.cell("published") !== "") {
    cells.Publication = parseYesNo(parent.cell("published")) === true ? "active" : "draft";
  }
  cells.Kind = isDigital ? "digital" : "physical";
  options.forEach((name, at) => {
    cells[`Option ${(at + 1) as 1 | 2 | 3} name`] = name;
  });
  return { row: parent.row, cells };
}

function readVariant(
  entry: Entry<Field>,
  parent: Entry<Field>,
  { options, unit, isDigital }: { options: string[]; unit: string; isDigital: boolean },
  read: ProductsRead,
): VariantSheet {
  const regular = entry.cell("price");
  const sale = entry.cell("salePrice");
  const cells: VariantSheet["cells"] = { SKU: entry.cell("sku"), Price: sale || regular };
  if (entry.has("salePrice")) cells["Compare-at price"] = sale === "" ? "" : regular;
  if (entry.has("cost")) cells.Cost = entry.cell("cost");
  if (entry.has("weight")) cells["Weight in grams"] = formatGrams(entry.cell("weight") || parent.cell("weight"), unit);
  if (entry.cell("lowStock") !== "") cells["Low stock at"] = entry.cell("lowStock");
  const onHand = entry.cell("onHand");
  if (/^-?[\d.,]+$/.test(onHand)) cells["On hand"] = onHand;
  else if (!isDigital) {
    const message =
      onHand === "parent"
        ? "WooCommerce counts these units for all variations together. A new variant starts with 0 on hand"
        : "WooCommerce doesn't count these units. A new variant starts with 0 on hand";
    read.remarks.push({ row: entry.row, field: read.headings["On hand"] ?? "Stock", message });
  }
  const names = entry.cells("attributeNames");
  const values = entry.cells("attributeValues");
  options.forEach((name, at) => {
    cells[`Option ${(at + 1) as 1 | 2 | 3} value`] = values[names.indexOf(name)] ?? "";
  });
  const [pictureUrl] = entry === parent ? [] : splitPictures(entry.cell("pictures"));
  return { row: entry.row, cells, ...(pictureUrl === undefined ? {} : { pictureUrl }) };
}

function readCollections(parent: Entry<Field>): CollectionSheet[] | undefined {
  if (!parent.has("categories") && !parent.has("tags")) return undefined;
  return [
    ...parseNames(parent.cell("categories"))
      .filter((name) => name.toLowerCase() !== "uncategorized")
      .map((name) => ({ name, isSuggested: true })),
    ...parseNames(parent.cell("tags")).map((name) => ({ name, isSuggested: false })),
  ];
}
