import { describe, expect, test } from "vitest";
import { centsOf, parseDay, parseWhole } from "#server/modules/shop/imports/cells.ts";
import {
  formatGrams,
  parseDescription,
  parseNames,
  parseWeightUnit,
} from "#server/modules/shop/imports/formats/texts.ts";
import { fileNameOf } from "#server/modules/shop/imports/pictures/rules.ts";
import { fileOf, readText } from "./kit.ts";

const read = (name: string) => readText(fileOf(name).toString());
const skusOf = (product: { variants: { cells: { SKU?: string } }[] }) => product.variants.map(({ cells }) => cells.SKU);

describe("a Shopify export", () => {
  const file = read("shopify.csv");
  const [tee, mug, mixtape, cap] = file.products;

  test("has products with variants over several rows", () => {
    expect(file.format).toBe("shopify");
    expect(file.products.map(({ handle }) => handle)).toEqual(["fete-creme-tee", "jouvert-mug", "mixtape", "old-cap"]);
    expect(tee!.shared.cells).toMatchObject({
      Title: "Fête Crème Tee",
      Description: "Heavy cotton, boxy fit.\n\n- Pre-shrunk\n- Printed in Brooklyn & Queens",
      Publication: "active",
      Kind: "physical",
      "Tax category": "clothing",
      "Option 1 name": "Color",
      "Option 2 name": "Size",
    });
    expect(tee!.variants.map(({ row, cells }) => [row, cells["Option 1 value"], cells["Option 2 value"]])).toEqual([
      [2, "Cream", "M"],
      [3, "Cream", "L"],
      [4, "Black", "M"],
    ]);
    expect(tee!.variants[0]!.cells).toMatchObject({
      SKU: "FETE-CRM-M",
      Price: "45.00",
      "Compare-at price": "60.00",
      Cost: "11.50",
      "Weight in grams": "210",
      "On hand": "12",
    });
  });

  test("has no option where Shopify has its placeholder", () => {
    expect(mug!.shared.cells).not.toHaveProperty("Option 1 name");
    expect(mug!.shared.cells).toMatchObject({ Publication: "draft", Description: "Holds 12 oz < your thirst" });
    expect(mixtape!.shared.cells).toMatchObject({ Kind: "digital" });
    expect(cap!.shared.cells).toMatchObject({ Publication: "archived" });
  });

  test("has pictures in their order, those of variants too", () => {
    expect(tee!.pictures.map(({ url, alt }) => [fileNameOf(url), alt])).toEqual([
      ["fete-front.jpg", "Cream tee from the front"],
      ["fete-back.jpg", ""],
      ["fete-detail.jpg", "Print up close"],
    ]);
    expect(tee!.variants.map(({ pictureUrl }) => pictureUrl && fileNameOf(pictureUrl))).toEqual([
      "fete-front.jpg",
      undefined,
      "fete-black.jpg",
    ]);
    expect(tee!.otherRows).toEqual([5]);
  });

  test("names collections, and what isn't read", () => {
    expect(tee!.collections).toEqual([
      { name: "Tees", isSuggested: true },
      { name: "carnival", isSuggested: false },
      { name: "summer 2026", isSuggested: false },
    ]);
    expect(file.leftOut).toEqual([{ row: 8, field: "Gift Card", message: "Gift cards can't be imported" }]);
    expect(file.unreadColumns).toEqual(expect.arrayContaining(["Vendor", "SEO Title", "Variant Barcode"]));
    expect(file.remarks).toEqual([
      expect.objectContaining({ row: 6, message: expect.stringContaining("doesn't count") }),
    ]);
  });

  test("is read by its newer headings as well", () => {
    const [product] = readText(
      [
        "Title,URL handle,Description,Type,Tags,Published on online store,Status,SKU,Option1 name,Option1 value,Price,Compare-at price,Cost per item,Inventory tracker,Inventory quantity,Weight value (grams),Requires shipping,Product image URL,Image position,Variant image URL",
        "Cap,cap,Wool,Caps,,TRUE,Active,CAP-1,Size,S,30,35,9,shopify,4,120,TRUE,https://cdn.shopify.com/cap.png,1,",
        ",cap,,,,,,CAP-2,,M,30,,9,shopify,2,120,TRUE,,,https://cdn.shopify.com/cap-m.png",
      ].join("\n"),
    ).products;
    expect(product).toMatchObject({
      handle: "cap",
      shared: { cells: { Title: "Cap", Publication: "active", Description: "Wool" } },
    });
    expect(skusOf(product!)).toEqual(["CAP-1", "CAP-2"]);
    expect(product!.variants[1]).toMatchObject({
      pictureUrl: "https://cdn.shopify.com/cap-m.png",
      cells: { Price: "30", "On hand": "2" },
    });
  });
});

describe("a WooCommerce export", () => {
  const file = read("woocommerce.csv");
  const [mug, hoodie, mixtape, pin] = file.products;

  test("has simple products, and variable ones with their variations", () => {
    expect(file.format).toBe("woocommerce");
    expect(file.products.map(({ handle }) => handle)).toEqual([
      "jouvert-mug",
      "road-hoodie",
      "soca-mixtape",
      "flag-pin",
    ]);
    expect(mug!.shared.cells).toMatchObject({
      Title: "J'ouvert Mug",
      Tagline: "Morning, but make it mas.",
      Description: "Holds 12 oz.\n\nDishwasher safe.",
      Publication: "active",
    });
    expect(mug!.variants[0]!.cells).toMatchObject({
      SKU: "MUG-1",
      Price: "14.00",
      "On hand": "25",
      "Low stock at": "5",
      "Weight in grams": "408",
    });
    expect(hoodie!.shared.cells).toMatchObject({
      Description: "Brushed fleece.\n\nCut wide.",
      "Option 1 name": "Size",
    });
    expect(hoodie!.shared.cells).not.toHaveProperty("Option 2 name");
    expect(hoodie!.variants.map(({ row, cells }) => [row, cells.SKU, cells["Option 1 value"]])).toEqual([
      [4, "ROAD-H-S", "S"],
      [5, "", "M"],
    ]);
    expect(mixtape!.shared.cells).toMatchObject({ Kind: "digital" });
    expect(pin!.shared.cells).toMatchObject({ Publication: "draft" });
  });

  test("has a sale price with the regular one before it, and the parent's weight", () => {
    expect(hoodie!.variants[0]!.cells).toMatchObject({
      Price: "70",
      "Compare-at price": "85",
      "Weight in grams": "680",
    });
    expect(hoodie!.variants[1]!.cells).toMatchObject({
      Price: "85",
      "Compare-at price": "",
      "Weight in grams": "726",
      "On hand": "-2",
    });
  });

  test("names what is left out", () => {
    expect(file.leftOut).toEqual([
      { row: 6, field: "Type", message: "Products of the type “grouped” can't be imported" },
      { row: 9, field: "Type", message: "Products of the type “external” can't be imported" },
      { row: 7, field: "Parent", message: "There's no variable product “id:999” in this file" },
    ]);
  });

  test("has categories by their last part, and pictures whose names have commas", () => {
    expect(mug!.collections).toEqual([
      { name: "Mugs", isSuggested: true },
      { name: "carnival", isSuggested: false },
    ]);
    expect(mug!.pictures.map(({ url }) => fileNameOf(url))).toEqual(["mug.jpg", "mug, side.jpg"]);
    expect(hoodie!.variants[0]!.pictureUrl).toBe("https://img.example.com/hoodie-s.jpg");
  });
});

describe("a Square item library", () => {
  const file = read("square.csv");
  const [tee, cake, flag] = file.products;

  test("has items with their variations and the stock of all locations", () => {
    expect(file.format).toBe("square");
    expect(file.products.map(({ handle }) => handle)).toEqual(["carnival-tee", "rum-cake", "flag"]);
    expect(tee!.shared.cells).toMatchObject({
      Title: "Carnival Tee",
      Description: "Soft cotton.",
      Publication: "active",
      "Option 1 name": "Size",
    });
    expect(tee!.variants.map(({ cells }) => cells)).toMatchObject([
      {
        SKU: "TEE-S",
        Price: "$45.00",
        "On hand": "7",
        "Low stock at": "2",
        Cost: "11.25",
        "Weight in grams": "227",
        "Option 1 value": "S",
      },
      { SKU: "TEE-M", Price: "$40.00", "Compare-at price": "$45.00", "On hand": "-1", "Option 1 value": "M" },
    ]);
    expect(tee!.collections).toEqual([{ name: "Tees", isSuggested: true }]);
  });

  test("has an option for the names of several variations", () => {
    expect(cake!.shared.cells).toMatchObject({ "Option 1 name": "Size" });
    expect(cake!.variants.map(({ cells }) => cells["Option 1 value"])).toEqual(["Small", "Medium"]);
    expect(flag!.shared.cells).toEqual({ Title: "Flag", Description: "", Publication: "archived" });
  });

  test("names the row without a fixed price", () => {
    expect(file.leftOut).toEqual([
      { row: 5, field: "Price", message: "It has no fixed price. Enter one in Square, or add this variant by hand" },
    ]);
  });
});

test.each(["sep=;", "Products of June,,"])("the header is found below %j", (first) => {
  const { products, format } = readText(`${first}\n\nHandle,Title,SKU,Price\ncap,Cap,CAP-1,30`);
  expect([format, products.map(({ handle }) => handle)]).toEqual(["own", ["cap"]]);
});

test("a table without a product header isn't a product file", () => {
  expect(readText("Name,Email\nMarva Pierre,marva@example.com")).toBeUndefined();
});

test.each([
  ["45", 4500],
  ["45.00 USD", 4500],
  ["US$45", 4500],
  ["$ 45", 4500],
  ["19.989999999999998", 1999],
  ["45.000", 4500],
  ["45,00", undefined],
  ["1.250,50", undefined],
  ["€45", undefined],
])("the amount %j is %s cents", (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});

test.each([
  ["12/5/2026", "2026-12-05"],
  ["12/05/26", "2026-12-05"],
  ["2026-12-05", "2026-12-05"],
  ["2026-12-05T00:00:00.000Z", "2026-12-05"],
  ["12/5/2026 0:00", "2026-12-05"],
  ["25/12/2026", undefined],
  ["2/30/2026", undefined],
  ["5.12.2026", undefined],
])("the day %j is %s", (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test.each([
  ["12", 12],
  ["12.0", 12],
  ["1,200", 1200],
  ["-3", -3],
  ["-0", 0],
  ["1,2", undefined],
  ["2.5", undefined],
])("the count %j is %s", (text, count) => {
  expect(parseWhole(text)).toBe(count);
});

test.each([
  ["<p>One</p><p>Two &nbsp;three</p>", "One\n\nTwo three"],
  ["<table><tr><td>S</td><td>10</td></tr><tr><td>M</td><td>12</td></tr></table>", "S 10\nM 12"],
  ["Plain &amp; simple\nsecond line", "Plain & simple\nsecond line"],
  ["Line one<br>Line <b>two</b>", "Line one\nLine two"],
  ["<style>p{}</style><p>Seen</p><img src=x onerror=alert(1)>", "Seen"],
  ["3 < 4 and a <3 heart", "3 < 4 and a <3 heart"],
  ['[gallery ids="1,2"]Text [size M]', "Text [size M]"],
])("the description %j reads %j", (html, text) => {
  expect(parseDescription(html).text).toBe(text);
});

test("a long description ends with a sentence", () => {
  const { text, isCut } = parseDescription(`<p>${"A sentence. ".repeat(600)}</p>`);
  expect([isCut, text.length <= 5000, text.endsWith("sentence.")]).toEqual([true, true, true]);
});

test.each([
  ["Weight (lbs)", "1.5", "680"],
  ["Weight (kg)", "0.25", "250"],
  ["Weight (oz)", "8", "227"],
  ["Weight (g)", "12", "12"],
  ["Weight (kg)", "a few", "a few"],
])("under %j, %j is %j grams", (heading, cell, grams) => {
  expect(formatGrams(cell, parseWeightUnit(heading)!)).toBe(grams);
});

test("names in a list are split at commas that aren't a part of them", () => {
  expect(parseNames(String.raw`Caps\, hats, Apparel > Tees, `)).toEqual(["Caps, hats", "Tees"]);
});
