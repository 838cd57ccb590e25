import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ProductInput } from "#contract/shop/products.ts";
import { demoEvents } from "../events/index.ts";
import { productsFolder } from "../posters.ts";
import { demoCollections, demoProducts } from "./index.ts";

const pictures: Record<string, { alt: string }> = JSON.parse(readFileSync(`${productsFolder}/index.json`, "utf8"));
const variants = demoProducts.flatMap((product) => product.variants);

test.each(demoProducts.map((product) => [product.slug, product] as const))(
  "%s can be sold as defined",
  (_slug, product) => {
    const { slug, title, tagline, paragraphs, kind, taxCategory, options, sizeGuide } = product;
    expect(product.paragraphs.length).toBeGreaterThanOrEqual(2);
    expect(product.pictures.length).toBeGreaterThanOrEqual(2);
    for (const key of product.pictures) {
      expect(pictures[key]?.alt).toMatch(/\.$/);
      expect(existsSync(`${productsFolder}/${key}-960.avif`)).toBe(true);
    }
    expect(demoEvents.map(({ key }) => key)).toEqual(expect.arrayContaining(product.events));
    expect(demoCollections.map((collection) => collection.slug)).toEqual(expect.arrayContaining(product.collections));
    const draft = {
      slug,
      title,
      tagline,
      kind,
      taxCategory,
      options,
      description: paragraphs.join("\n\n"),
      publication: "active" as const,
      variants: product.variants.map(({ options: values, sku, dollars, grams, onHand, picture }) => ({
        options: values,
        sku,
        priceCents: dollars * 100,
        weightGrams: grams,
        picture,
        ...(onHand === undefined ? {} : { onHand }),
      })),
      pictureIds: product.pictures.map((_, index) => index + 1),
      sizeGuide: sizeGuide ?? null,
    };
    expect(ProductInput.safeParse(draft).error).toBeUndefined();
    for (const row of sizeGuide?.rows ?? []) expect(row).toHaveLength(sizeGuide!.rows[0]!.length);
  },
);

test("variants have a picture of their product, a plausible margin, and never sell more than there is", () => {
  expect(new Set(variants.map(({ sku }) => sku)).size).toBe(variants.length);
  const inKits = (sku: string) =>
    variants
      .flatMap(({ parts = [], sold }) => parts.map((part) => ({ ...part, sold })))
      .reduce((sum, part) => sum + (part.sku === sku ? part.quantity * part.sold : 0), 0);
  for (const product of demoProducts) {
    for (const variant of product.variants) {
      expect(variant.picture ?? 0).toBeLessThan(product.pictures.length);
      expect(variant.sold + inKits(variant.sku)).toBeLessThanOrEqual(variant.onHand ?? Infinity);
      expect(variant.costDollars).toBeLessThan(variant.dollars * 0.6);
      expect(variant.compareAtDollars ?? Infinity).toBeGreaterThan(variant.dollars);
    }
  }
});

test("the shop shows every kind of offer", () => {
  const left = variants.map(({ onHand = Infinity, sold }) => onHand - sold);
  expect([left.includes(0), left.includes(2)]).toEqual([true, true]);
  for (const field of ["compareAtDollars", "opensInDays", "shipsInDays", "maxPerPerson", "parts"] as const)
    expect(variants.some((variant) => variant[field] !== undefined)).toBe(true);
  expect(demoProducts.some(({ kind, file }) => kind === "digital" && file !== undefined)).toBe(true);
});
