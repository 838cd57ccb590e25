import { describe, expect, test } from "vitest";
import { type AdminProduct, ProductInput } from "#contract/shop/products.ts";
import {
  addVariant,
  formOf,
  inputOf,
  missingOf,
  movePicture,
  type ProductForm,
  readSizes,
  removePicture,
  skuOf,
  toMatrix,
  type VariantForm,
  variantLabel,
  writeSizes,
} from "./product-form.ts";

const stock = { capacity: 10, held: 0, sold: 0 };

const savedVariant = (id: number, options: string[], changes = {}): AdminProduct["variants"][number] => ({
  id,
  options,
  sku: `TEE-${id}`,
  priceCents: 3000,
  compareAtCents: null,
  costCents: 1150,
  weightGrams: 180,
  lowStockAt: null,
  maxPerOrder: 10,
  maxPerPerson: null,
  salesStartAt: null,
  salesEndAt: null,
  preorderShipsOn: null,
  picture: null,
  parts: [],
  stock,
  left: 10,
  isLow: false,
  hasOrders: false,
  ...changes,
});

const savedTee = (changes: Partial<AdminProduct> = {}): AdminProduct => ({
  id: 1,
  version: 3,
  title: "Yard Tee",
  slug: "yard-tee",
  tagline: "",
  description: "",
  kind: "physical",
  publication: "draft",
  taxCategory: "clothing",
  options: [{ name: "Size", values: ["S", "M"] }],
  variants: [savedVariant(1, ["S"]), savedVariant(2, ["M"])],
  pictures: [],
  collectionIds: [],
  eventIds: [],
  sizeGuide: null,
  file: null,
  currency: "USD",
  position: 10,
  ...changes,
});

const size = (...values: string[]) => ({ name: "Size", values });
const color = (...values: string[]) => ({ name: "Color", values });
/** Ids and options of variants; a new one has no id. */
const shown = (variants: VariantForm[]) => variants.map(({ id, options }) => [id, options.join("/")]);

describe("the form and the API", () => {
  test("a product that nobody changed is sent as it was saved", () => {
    const product = savedTee({
      variants: [
        savedVariant(1, ["S"], { compareAtCents: 4050, lowStockAt: 0, maxPerPerson: 2, picture: 0 }),
        savedVariant(2, ["M"], { salesStartAt: "2026-12-05T17:00:00.000Z", preorderShipsOn: "2027-01-15" }),
      ],
      pictures: [{ id: 7, poster: null }],
      sizeGuide: {
        rows: [
          ["Size", "Chest"],
          ["S", "20 in"],
        ],
        note: "Fits roomy",
      },
      file: { id: 4, name: "mix.zip", bytes: 5 },
    });
    const { variants, pictureIds, sizeGuide, fileId, position } = ProductInput.parse(inputOf(formOf(product)));
    expect(variants[0]).toMatchObject({ id: 1, compareAtCents: 4050, lowStockAt: 0, maxPerPerson: 2, picture: 0 });
    expect(variants[1]).toMatchObject({ salesStartAt: "2026-12-05T17:00:00.000Z", preorderShipsOn: "2027-01-15" });
    expect({ pictureIds, sizeGuide, fileId, position }).toEqual({
      pictureIds: [7],
      sizeGuide: product.sizeGuide,
      fileId: 4,
      position: 10,
    });
  });

  test("a weight in ounces is the same grams again, for every weight up to 5 kg", () => {
    for (let weightGrams = 0; weightGrams <= 5000; weightGrams++) {
      const form = formOf(savedTee({ variants: [savedVariant(1, [], { weightGrams })] }));
      expect(inputOf(form).variants[0]!.weightGrams).toBe(weightGrams);
    }
  });

  test.each<[Partial<VariantForm>, string]>([
    [{ priceCents: "free" }, "variants.0.priceCents"],
    [{ priceCents: "" }, "variants.0.priceCents"],
    [{ costCents: "1.234" }, "variants.0.costCents"],
    [{ weightGrams: "heavy" }, "variants.0.weightGrams"],
    [{ maxPerOrder: "2.5" }, "variants.0.maxPerOrder"],
    [{ sku: "two words" }, "variants.0.sku"],
    [{ lowStockAt: "few" }, "variants.0.lowStockAt"],
  ])("%o isn't sent, and its field is named", (changes, path) => {
    const form = formOf(savedTee());
    const variants = form.variants.with(0, { ...form.variants[0]!, ...changes });
    const { error } = ProductInput.safeParse(inputOf({ ...form, variants }));
    expect(error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
  });

  test("units on hand are sent for a new variant only", () => {
    const form = formOf(savedTee());
    const typed = form.variants.map((variant) => ({ ...variant, onHand: "9" }));
    const sent = inputOf({ ...form, variants: [typed[0]!, { ...typed[1]!, id: null }] });
    expect(sent.variants.map(({ onHand }) => onHand)).toEqual([undefined, 9]);
  });
});

describe("options and variants", () => {
  const tee = formOf(savedTee());

  test.each<[string, ProductForm["options"], unknown]>([
    [
      "a new value adds a variant at its place",
      [size("S", "L", "M")],
      [
        [1, "S"],
        [null, "L"],
        [2, "M"],
      ],
    ],
    ["a removed value removes its variant", [size("M")], [[2, "M"]]],
    [
      "another order moves variants",
      [size("M", "S")],
      [
        [2, "M"],
        [1, "S"],
      ],
    ],
    [
      "a second option keeps each variant at its first combination",
      [size("S", "M"), color("Black", "Bone")],
      [
        [1, "S/Black"],
        [null, "S/Bone"],
        [2, "M/Black"],
        [null, "M/Bone"],
      ],
    ],
    [
      "an option without values changes nothing yet",
      [size("S", "M"), color()],
      [
        [1, "S"],
        [2, "M"],
      ],
    ],
    ["without options, one variant is left", [], [[1, ""]]],
  ])("%s", (_, options, expected) => {
    expect(shown(toMatrix(tee, options))).toEqual(expected);
  });

  test("an option that is removed again leaves each variant with what it was", () => {
    const wide = toMatrix(tee, [size("S", "M"), color("Black")]);
    expect(shown(toMatrix({ ...tee, variants: wide }, [size("S", "M")]))).toEqual([
      [1, "S"],
      [2, "M"],
    ]);
  });

  test("a new variant has the prices of the first one, a SKU of its own, and no stock", () => {
    const first = { ...tee.variants[0]!, priceCents: "45", onHand: "8", picture: "1", parts: [] };
    const [, added] = toMatrix({ slug: "yard-tee", variants: [first] }, [size("S", "2XL Tall")]);
    expect(added).toMatchObject({
      id: null,
      priceCents: "45",
      costCents: "11.50",
      sku: "YARD-TEE-2XL-TALL",
      onHand: "",
      picture: "",
      parts: [],
    });
  });

  test("there are never more than 100 variants", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => String(index));
    expect(toMatrix(tee, [size(...many(20)), color(...many(20))])).toHaveLength(100);
  });

  test("a combination that was removed is offered, and comes back at its place", () => {
    const form = { ...tee, options: [size("S", "M", "L")] };
    expect(missingOf(form)).toEqual([["L"]]);
    const without = { ...form, variants: [tee.variants[1]!] };
    expect(missingOf(without)).toEqual([["S"], ["L"]]);
    expect(shown(addVariant(without, ["S"]))).toEqual([
      [null, "S"],
      [2, "M"],
    ]);
  });

  test.each([
    ["tee", ["Sea / Sand"], "TEE-SEA-SAND"],
    ["a-very-long-name-of-a-product", ["Extraordinarily blue", "2XL"], "A-VERY-LONG-NAME-OF--EXTRAORDINAR-2XL"],
    ["tee", [], "TEE"],
  ])("the SKU of %s in %o is %s", (slug, options, sku) => {
    expect(skuOf(slug, options)).toBe(sku);
  });

  test.each([
    [["Black", "M"], "X", "Black / M"],
    [[], "TEE-1", "TEE-1"],
    [[], "", "Variant"],
  ])("a variant of %o with the SKU “%s” is called %s", (options, sku, label) => {
    expect(variantLabel({ options, sku })).toBe(label);
  });
});

describe("pictures", () => {
  const form: ProductForm = {
    ...formOf(savedTee({ variants: [savedVariant(1, ["S"], { picture: 0 }), savedVariant(2, ["M"], { picture: 2 })] })),
    pictures: [7, 8, 9].map((id) => ({ id, poster: null })),
  };
  const after = ({ pictures, variants }: Pick<ProductForm, "pictures" | "variants">) => ({
    pictures: pictures.map(({ id }) => id),
    ofVariants: variants.map(({ picture }) => picture),
  });

  test("variants keep their picture when it moves", () => {
    expect(after(movePicture(form, 0, 2))).toEqual({ pictures: [8, 9, 7], ofVariants: ["2", "1"] });
  });

  test("variants of a removed picture show the first one", () => {
    expect(after(removePicture(form, 0))).toEqual({ pictures: [8, 9], ofVariants: ["", "1"] });
  });
});

describe("the size guide", () => {
  test.each([
    [
      "Size, Chest\nM, 22 in",
      [
        ["Size", "Chest"],
        ["M", "22 in"],
      ],
    ],
    [
      "Size\tChest, in\nM\t22",
      [
        ["Size", "Chest, in"],
        ["M", "22"],
      ],
    ],
    [
      "Size | Chest, in\n\nM | 22",
      [
        ["Size", "Chest, in"],
        ["M", "22"],
      ],
    ],
    ["", []],
  ])("%j is read as rows", (typed, rows) => {
    expect(readSizes(typed)).toEqual(rows);
  });

  test("what is written reads the same, with commas in cells too", () => {
    for (const rows of [
      [["Size", "Chest"]],
      [
        ["Size", "Chest, flat"],
        ["M", "22"],
      ],
    ]) {
      expect(readSizes(writeSizes(rows))).toEqual(rows);
    }
  });
});
