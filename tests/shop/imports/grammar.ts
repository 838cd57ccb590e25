/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function createRandom(seed: number) {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const formats = ["shopify", "woocommerce", "square"] as const;
type Format = (typeof formats)[number];

interface Variant {
  options: string[];
  sku: string;
  isSkuInFile: boolean;
  cents: number;
  beforeCents: number | null;
  units: number;
  grams: number;
  /** What is written for the price if the row is to be left out. */
  wrong: string | undefined;
}
interface Product {
  title: string;
  handle: string;
  isActive: boolean;
  optionNames: string[];
  variants: Variant[];
}
type Row = Record<string, string>;

const titles = [
  "Fête Crème Tee",
  "J'ouvert Mug",
  "Road Hoodie",
  "Soca, Sweat & Rum",
  'The "Wining" Fan',
  "Café Cup",
  "Palm Cap",
];
const values = [
  ["S", "M", "L", "XL"],
  ["Black", "Bone, washed", "Crème", 'Red "fire"'],
];
const upper = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’]/g, "")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .toUpperCase();

/** An option's part of an SKU that is created. */
const partOfSku = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/-$/, "");

function createProduct(random: () => number, number: string, format: Format): Product {
  const pick = <Item>(list: Item[]) => list[Math.floor(random() * list.length)]!;
  const title = `${pick(titles)} ${number}`;
  const optionNames = [["Size", "Color"], ["Size"], []][Math.floor(random() * 3)]!;
  const choices = optionNames.map((_, at) => values[at]!.slice(0, 1 + Math.floor(random() * 3)));
  const all = choices.reduce<string[][]>((rows, list) => rows.flatMap((row) => list.map((one) => [...row, one])), [[]]);
  const variants = all.map((options, at): Variant => {
    // SKUs are created from the handle and the options; here only short ones, which aren't cut.
    const isSkuInFile = random() < 0.8 || title.length > 16;
    const made = [upper(title), ...options.map(partOfSku)].join("-").toUpperCase();
    const cents = 100 + Math.floor(random() * 20_000);
    return {
      options,
      sku: isSkuInFile ? `SKU-${number}-${at}` : made,
      isSkuInFile,
      cents,
      beforeCents: random() < 0.3 ? cents + 500 : null,
      units: Math.floor(random() * 40) - 5,
      grams: Math.floor(random() * 2000),
      wrong: random() < 0.12 ? pick(format === "square" ? ["variable", "ask us"] : ["45,00", "ask us", ""]) : undefined,
    };
  });
  return { title, handle: upper(title).toLowerCase(), isActive: random() < 0.7, optionNames, variants };
}

/** A file with products that are known. */
export interface GeneratedFile {
  text: string;
  /** The rows of the shop after the import, by title and SKU. */
  expected: object[];
  leftOutRows: number[];
}

/** Writes a file of a format: the same for the same seed. */
export function createFile(format: Format, seed: number): GeneratedFile {
  const random = createRandom(seed + formats.indexOf(format) * 1000);
  const products = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, at) =>
    createProduct(random, `${seed}-${at + 1}`, format),
  );
  const rows: Row[] = [];
  const leftOutRows: number[] = [];
  for (const product of products) {
    const first = rows.length + 2;
    rows.push(...writers[format](product, { first, random }));
    const offset = rows.length + 2 - first - product.variants.length;
    const wrong = product.variants.flatMap((variant, at) => (variant.wrong === undefined ? [] : [first + offset + at]));
    // A product without any variant is left out with all its rows.
    const isWhole = wrong.length === product.variants.length;
    leftOutRows.push(...(isWhole ? Array.from({ length: rows.length + 2 - first }, (_, at) => first + at) : wrong));
  }
  const columns = shuffle([...new Set(rows.flatMap((row) => Object.keys(row)))], random, format);
  const quote = (cell: string) => (/[",\n]/.test(cell) || random() < 0.2 ? `"${cell.replaceAll('"', '""')}"` : cell);
  const end = random() < 0.5 ? "\r\n" : "\n";
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))];
  const text = (random() < 0.5 ? "\ufeff" : "") + lines.map((cells) => cells.map(quote).join(",")).join(end);
  // A row is named by its line in the text: cells with line ends take several.
  let line = 1;
  const lineOf = lines.map((cells) => {
    const here = line;
    line += 1 + cells.join("").split("\n").length - 1;
    return here;
  });
  const expected = products.flatMap(expectedOf).toSorted(byTitleAndSku);
  return { text, expected, leftOutRows: leftOutRows.map((row) => lineOf[row - 1]!) };
}

function expectedOf({ title, isActive, variants }: Product) {
  const sold = variants.filter(({ wrong }) => wrong === undefined);
  return sold.map(({ options, sku, cents, beforeCents, units, grams }) => ({
    title,
    publication: isActive ? "active" : "draft",
    options,
    sku,
    price: cents,
    before: beforeCents,
    grams,
    units: Math.max(0, units),
  }));
}

type Line = { title: string; sku: string };
function byTitleAndSku(some: Line, other: Line): number {
  const [one, two] = [`${some.title} ${some.sku}`, `${other.title} ${other.sku}`];
  return one < two ? -1 : Number(one > two);
}

/** Columns come in any order, but those of options stay behind each other. */
function shuffle(columns: string[], random: () => number, format: Format): string[] {
  const ordered = columns.filter((column) => /option|attribute/i.test(column)).toSorted();
  const others = columns.filter((column) => !ordered.includes(column));
  if (format === "shopify") others.push("Vendor");
  for (let at = others.length - 1; at > 0; at--) {
    const to = Math.floor(random() * (at + 1));
    [others[at], others[to]] = [others[to]!, others[at]!];
  }
  return [...others, ...ordered];
}

const money = (cents: number) => (cents / 100).toFixed(2);
const skuOf = ({ isSkuInFile, sku }: Variant) => (isSkuInFile ? sku : "");

type Writer = (product: Product, place: { first: number; random: () => number }) => Row[];

const writers: Record<Format, Writer> = {
  shopify: (product, { random }) =>
    product.variants.map((variant, at) => ({
      Handle: product.handle,
      Title: at === 0 ? product.title : "",
      "Body (HTML)": at === 0 ? `<p>${product.title}</p>\n<ul><li>One</li></ul>` : "",
      Status: at === 0 ? (product.isActive ? "active" : "draft") : "",
      "Option1 Name": at === 0 ? (product.optionNames[0] ?? "Title") : "",
      "Option1 Value": variant.options[0] ?? "Default Title",
      "Option2 Name": at === 0 ? (product.optionNames[1] ?? "") : "",
      "Option2 Value": variant.options[1] ?? "",
      "Variant SKU": skuOf(variant),
      "Variant Grams": String(variant.grams),
      "Variant Inventory Tracker": "shopify",
      "Variant Inventory Qty": String(variant.units),
      "Variant Price": variant.wrong ?? money(variant.cents),
      "Variant Compare At Price":
        variant.beforeCents === null ? (random() < 0.3 ? "0.00" : "") : money(variant.beforeCents),
    })),
  woocommerce(product, { first, random }) {
    const shared = { Published: product.isActive ? "1" : "0", "In stock?": "1" };
    const write = (variant: Variant): Row => ({
      ...shared,
      SKU: skuOf(variant),
      Stock: String(variant.units),
      "Weight (g)": String(variant.grams),
      "Regular price": variant.wrong ?? money(variant.beforeCents ?? variant.cents),
      "Sale price": variant.wrong !== undefined || variant.beforeCents === null ? "" : money(variant.cents),
    });
    if (product.optionNames.length === 0) {
      return product.variants.map((variant) => ({
        ...write(variant),
        ID: String(first),
        Type: "simple",
        Name: product.title,
      }));
    }
    const parent: Row = { ...shared, ID: String(first), Type: "variable", SKU: `PARENT-${first}`, Name: product.title };
    product.optionNames.forEach((name, at) => {
      parent[`Attribute ${at + 1} name`] = name;
      parent[`Attribute ${at + 1} value(s)`] = [...new Set(product.variants.map(({ options }) => options[at]!))].join(
        ", ",
      );
    });
    const byId = random() < 0.5;
    const rows = product.variants.map((variant, number) => {
      const row: Row = {
        ...write(variant),
        ID: String(first + number + 1),
        Type: "variation",
        Name: `${product.title} - ${number}`,
      };
      row["Parent"] = byId ? `id:${first}` : `PARENT-${first}`;
      product.optionNames.forEach((name, at) => {
        row[`Attribute ${at + 1} name`] = name;
        row[`Attribute ${at + 1} value(s)`] = variant.options[at]!;
      });
      return row;
    });
    return [parent, ...rows];
  },
  square: (product, { random }) =>
    product.variants.map((variant) => {
      const here = Math.floor(random() * 5);
      return {
        Token: `T${Math.floor(random() * 1e9)}`,
        "Item Name": product.title,
        "Variation Name": variant.options.join(", ") || "Regular",
        SKU: skuOf(variant),
        Price: variant.wrong ?? `$${money(variant.beforeCents ?? variant.cents)}`,
        "Online Sale Price": variant.wrong !== undefined || variant.beforeCents === null ? "" : money(variant.cents),
        "Square Online Item Visibility": product.isActive ? "visible" : "hidden",
        "Option Name 1": product.optionNames[0] ?? "",
        "Option Value 1": variant.options[0] ?? "",
        "Option Name 2": product.optionNames[1] ?? "",
        "Option Value 2": variant.options[1] ?? "",
        "Current Quantity Brooklyn": String(variant.units - here),
        "Current Quantity Miami": String(here),
        "Weight (g)": String(variant.grams),
      };
    }),
};
