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
import { createHandle, createUnique, formatGrams, parseDescription, parseNames, parseWeightUnit } from "./texts.ts";

/** Square writes the name of a location behind the columns of its stock. */
const patterns = {
  reference: /^reference handle$/,
  name: /^item name$/,
  variation: /^variation name$/,
  sku: /^sku$/,
  description: /^description$/,
  category: /^(category|categories|reporting category)$/,
  price: /^price$/,
  salePrice: /^(online )?sale price$/,
  optionNames: /^option name \d$/,
  optionValues: /^option value \d$/,
  onHand: /^current quantity\b/,
  alertAt: /^stock alert count\b/,
  cost: /^(default unit cost|unit cost)$/,
  weight: /^(shipping )?weight \((kg|g|lbs?|oz)\)$/,
  visibility: /^(square online item visibility|online item visibility|visibility)$/,
  isArchived: /^archived$/,
  itemType: /^item type$/,
  pictures: /^(image urls?|images?)$/,
};
type Field = keyof typeof patterns;

const headings: [Column, Field][] = [
  ["Title", "name"],
  ["Description", "description"],
  ["Option 1 name", "optionNames"],
  ["Option 1 value", "variation"],
  ["SKU", "sku"],
  ["Price", "price"],
  ["Compare-at price", "salePrice"],
  ["Cost", "cost"],
  ["Weight in grams", "weight"],
  ["On hand", "onHand"],
  ["Low stock at", "alertAt"],
];

/** True for the header of Square's item library. */
export function isSquareHeader(header: TableRow): boolean {
  const names = header.cells.map(normalizeHeading);
  return names.includes("item name") && ["variation name", "price"].some((name) => names.includes(name));
}

/** Reads Square's item library: each row is a variation, and rows of one item have its name in common. */
export function readSquareFile(header: TableRow, rows: TableRow[]): ProductsRead {
  const { read, entries, heading } = startReading("square", [header, rows], patterns, headings);
  const unit = parseWeightUnit(heading("weight") ?? "") ?? "lb";
  const handles = new Set<string>();
  const groups = groupBy(entries, (entry) => entry.cell("reference") || entry.cell("name").toLowerCase());
  for (const [key, group] of groups) {
    const sold = key === "" ? [] : group.filter((entry) => isSold(entry, read));
    if (key === "") {
      for (const { row } of group) read.leftOut.push({ row, field: "Item Name", message: "This row has no item name" });
    }
    if (sold.length > 0) read.products.push(readProduct(sold, { unit, handles }, read));
  }
  return read;
}

/** A variation is left out if staff enter its price at the register, or if it isn't a product at all. */
function isSold(entry: Entry<Field>, read: ProductsRead): boolean {
  const leaveOut = (field: string, message: string) => {
    read.leftOut.push({ row: entry.row, field, message });
    return false;
  };
  if (/^variable$/i.test(entry.cell("price"))) {
    return leaveOut("Price", "It has no fixed price. Enter one in Square, or add this variant by hand");
  }
  const type = entry.cell("itemType");
  if (/gift|appointment|service|event|donation|class/i.test(type))
    return leaveOut("Item Type", `Items of the type “${type}” can't be imported`);
  return true;
}

function readProduct(
  group: Entry<Field>[],
  { unit, handles }: { unit: string; handles: Set<string> },
  read: ProductsRead,
): ProductSheet {
  const [first] = group as [Entry<Field>];
  const options = readOptions(group);
  const cells: ProductSheet["shared"]["cells"] = { Title: first.cell("name") };
  if (first.has("description")) {
    const { text, isCut } = parseDescription(first.cell("description"));
    cells.Description = text;
    if (isCut)
      read.remarks.push({
        row: first.row,
        field: "Description",
        message: "Shortened the description to 5,000 characters",
      });
  }
  const publication = readPublication(first);
  if (publication !== undefined) cells.Publication = publication;
  options.names.forEach((name, at) => {
    cells[`Option ${(at + 1) as 1 | 2 | 3} name`] = name;
  });
  return {
    handle: createUnique(createHandle(first.cell("name")), handles, 80),
    isHandleCreated: true,
    shared: { row: first.row, cells },
    variants: group.map((entry) => readVariant(entry, options.valuesOf(entry), unit, read)),
    otherRows: [],
    pictures: group.flatMap((entry) =>
      entry
        .cell("pictures")
        .split(/[\s,]+(?=https?:)/)
        .flatMap((url) => (url.trim() === "" ? [] : [{ row: entry.row, url: url.trim(), alt: "" }])),
    ),
    collections: readCollections(first),
    isOwn: false,
  };
}

interface Options {
  names: string[];
  valuesOf: (entry: Entry<Field>) => string[];
}

/** Options by their columns; without these, the names of several variations are the values of one option. */
function readOptions(group: Entry<Field>[]): Options {
  const named = group.find((entry) => entry.cells("optionNames").some((name) => name !== ""));
  if (named !== undefined) {
    const all = named.cells("optionNames");
    const places = all.flatMap((name, at) => (name === "" ? [] : [at]));
    return {
      names: places.map((at) => all[at]!),
      valuesOf: (entry) => places.map((at) => entry.cells("optionValues")[at] ?? ""),
    };
  }
  const values = group.map((entry) => entry.cell("variation"));
  if (values.length === 1) return { names: [], valuesOf: () => [] };
  const areSizes = values.every((value) =>
    /^(x{0,3}s|x{0,4}l|\dxl|m|small|medium|large|x-?(small|large)|one size|\d{1,2}(\.5)?)$/i.test(value),
  );
  return { names: [areSizes ? "Size" : "Style"], valuesOf: (entry) => [entry.cell("variation")] };
}

/** Undefined if the file doesn't say, so that a product here stays as it is. */
function readPublication(first: Entry<Field>): string | undefined {
  if (parseYesNo(first.cell("isArchived")) === true) return "archived";
  const visibility = first.cell("visibility").toLowerCase();
  if (visibility === "") return undefined;
  return visibility === "visible" ? "active" : "draft";
}

function readVariant(entry: Entry<Field>, values: string[], unit: string, read: ProductsRead): VariantSheet {
  const sale = entry.cell("salePrice");
  const cells: VariantSheet["cells"] = { SKU: entry.cell("sku"), Price: sale || entry.cell("price") };
  if (entry.has("salePrice")) cells["Compare-at price"] = sale === "" ? "" : entry.cell("price");
  if (entry.has("cost")) cells.Cost = entry.cell("cost");
  if (entry.has("weight")) cells["Weight in grams"] = formatGrams(entry.cell("weight"), unit);
  const counts = entry.cells("onHand").filter((count) => count !== "");
  if (counts.length > 0) cells["On hand"] = addCounts(counts);
  else if (entry.has("onHand")) {
    read.remarks.push({
      row: entry.row,
      field: read.headings["On hand"]!,
      message: "Square doesn't count these units. A new variant starts with 0 on hand",
    });
  }
  const alertAt = entry.cell("alertAt");
  if (alertAt !== "") cells["Low stock at"] = alertAt;
  values.forEach((value, at) => {
    cells[`Option ${(at + 1) as 1 | 2 | 3} value`] = value;
  });
  return { row: entry.row, cells };
}

/** The units of all locations together; text that isn't a number stays, for its row to be left out. */
function addCounts(counts: string[]): string {
  const wrong = counts.find((count) => !/^-?\d+(\.0+)?$/.test(count));
  return wrong ?? String(counts.reduce((sum, count) => sum + Number(count), 0));
}

function readCollections(first: Entry<Field>): CollectionSheet[] | undefined {
  if (!first.has("category")) return undefined;
  return [...new Set(first.cells("category").flatMap(parseNames))].map((name) => ({ name, isSuggested: true }));
}
