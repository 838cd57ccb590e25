import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Poster } from "#contract/events/events.ts";
import { createStock } from "#server/modules/inventory/index.ts";
import { adoptPicture, setPictures } from "#server/modules/media/index.ts";
import { endless, productSearchText, uploadProductFile } from "#server/modules/shop/index.ts";
import { integer } from "#server/platform/db/columns.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import { onlyValue, run } from "#server/platform/db/rows.ts";
import type { Deps } from "#server/platform/deps.ts";
import { promoterTime } from "./calendar.ts";
import { productsFolder } from "./posters.ts";
import type { DemoProduct, DemoVariant } from "./product.ts";
import { demoCollections } from "./products/index.ts";
import type { StagedEvent } from "./stage.ts";

/** A variant as stored in the database. */
export interface StagedVariant {
  id: number;
  variant: DemoVariant;
  product: DemoProduct;
  productId: number;
  /** When it can be bought. */
  from: Date;
}

const day = 24 * 60 * 60 * 1000;
/** The files of digital products, which come with the code. */
const filesFolder = fileURLToPath(new URL("./media/files", import.meta.url));

/** When a product of the demo was published. */
export const onSaleFrom = ({ daysOnSale }: DemoProduct, now: Date): Date => new Date(now.getTime() - daysOnSale * day);

/** Creates the shop's collections and products with pictures, variants, stock and files. */
export async function stageShop(
  deps: Deps,
  products: DemoProduct[],
  events: StagedEvent[],
  now: Date,
): Promise<StagedVariant[]> {
  const posters: Record<string, Omit<Poster, "key">> = JSON.parse(
    await readFile(`${productsFolder}/index.json`, "utf8"),
  );
  const variants: StagedVariant[] = [];
  await inTransaction(deps.db, async (tx) => {
    for (const [position, { slug, name, description }] of demoCollections.entries()) {
      await run(tx)`
        insert into collections (slug, name, description, position)
        values (${slug}, ${name}, ${description}, ${position})`;
    }
    for (const [index, product] of products.entries()) {
      const from = onSaleFrom(product, now);
      const productId = await insertProduct(tx, product, (index + 1) * 10, from);
      await linkProduct(tx, productId, product, events);
      const pictures = product.pictures.map((key) => ({ key, ...posters[key]! }));
      await addPictures(tx, productId, product.title, pictures);
      for (const [position, variant] of product.variants.entries()) {
        const id = await insertVariant(tx, { productId, product, variant, position, from, now });
        await addParts(tx, id, variant, variants);
        variants.push({ id, variant, product, productId, from });
      }
    }
  });
  await uploadFiles(deps, variants);
  return variants;
}

/** What a bundle takes of variants that were created before it. */
async function addParts(tx: Tx, id: number, { parts = [] }: DemoVariant, variants: StagedVariant[]): Promise<void> {
  for (const { sku, quantity } of parts) {
    const part = variants.find(({ variant }) => variant.sku === sku)!;
    await run(tx)`insert into variant_parts values (${id}, ${part.id}, ${quantity})`;
  }
}

async function uploadFiles(deps: Deps, variants: StagedVariant[]): Promise<void> {
  for (const { product, productId } of variants) {
    if (product.file === undefined) continue;
    const body = createReadStream(`${filesFolder}/${product.file}`);
    const { id } = await uploadProductFile(deps, { staff: null, fileName: product.file, body });
    await run(deps.db)`update product_files set product_id = ${productId} where id = ${id}`;
  }
}

async function insertProduct(tx: Tx, product: DemoProduct, position: number, from: Date): Promise<number> {
  const { slug, title, tagline, paragraphs, kind, taxCategory, options, sizeGuide } = product;
  const collections = demoCollections.filter((one) => product.collections.includes(one.slug)).map(({ name }) => name);
  return onlyValue(tx, integer)`
    insert into products (slug, title, tagline, description, kind, publication, tax_category, options, size_guide, position,
      search_text, published_at, created_at, updated_at)
    values (${slug}, ${title}, ${tagline}, ${paragraphs.join("\n\n")}, ${kind}, 'active', ${taxCategory},
      ${JSON.stringify(options)}, ${sizeGuide === undefined ? null : JSON.stringify(sizeGuide)}, ${position},
      ${productSearchText({ title, tagline, collections, options })}, ${from}, ${from}, ${from})
    returning id`;
}

/** Its collections and its events. */
async function linkProduct(tx: Tx, id: number, product: DemoProduct, events: StagedEvent[]): Promise<void> {
  const eventIds = product.events.map((key) => events.find(({ event }) => event.key === key)!.id);
  await run(tx)`
    insert into collection_products select id, ${id} from collections where slug = any(${product.collections}::text[])`;
  await run(tx)`insert into product_events select ${id}, unnest(${eventIds}::bigint[])`;
}

async function addPictures(tx: Tx, id: number, title: string, pictures: Poster[]): Promise<void> {
  const pictureIds: number[] = [];
  for (const picture of pictures) pictureIds.push(await adoptPicture(tx, picture));
  await setPictures(tx, { kind: "product", id, label: title }, pictureIds);
  await run(tx)`
    insert into product_pictures (product_id, position, picture_id)
    select ${id}, position - 1, picture_id from unnest(${pictureIds}::bigint[]) with ordinality as p(picture_id, position)`;
}

interface NewVariant {
  productId: number;
  product: DemoProduct;
  variant: DemoVariant;
  position: number;
  from: Date;
  now: Date;
}

const cents = (dollars: number | undefined) => (dollars === undefined ? null : Math.round(dollars * 100));

async function insertVariant(
  tx: Tx,
  { productId, product, variant, position, from, now }: NewVariant,
): Promise<number> {
  const { options, sku, grams, picture = null, maxPerOrder = 10, opensInDays, shipsInDays } = variant;
  const capacity = variant.onHand ?? endless;
  const stockId = await createStock(tx, { kind: "variant", capacity });
  const salesStartAt = opensInDays === undefined ? null : promoterTime(now, opensInDays, "12:00");
  const shipsOn =
    shipsInDays === undefined ? null : new Date(now.getTime() + shipsInDays * day).toISOString().slice(0, 10);
  const id: number = await onlyValue(tx, integer)`
    insert into variants (product_id, stock_id, options, sku, price_cents, compare_at_cents, cost_cents, weight_grams,
      low_stock_at, max_per_order, max_per_person, sales_start_at, preorder_ships_on, picture, position)
    values (${productId}, ${stockId}, ${options}, ${sku}, ${cents(variant.dollars)}, ${cents(variant.compareAtDollars)},
      ${cents(variant.costDollars)}, ${product.kind === "digital" ? 0 : grams}, ${variant.lowStockAt ?? null},
      ${maxPerOrder}, ${variant.maxPerPerson ?? null}, ${salesStartAt}, ${shipsOn}, ${picture}, ${position})
    returning id`;
  await insertStockChanges(tx, id, { variant, capacity, from, now });
  return id;
}

/** Where its stock came from: what was there at first, then what came in or was written off. They add up to its capacity. */
async function insertStockChanges(
  tx: Tx,
  variantId: number,
  { variant, capacity, from, now }: { variant: DemoVariant; capacity: number; from: Date; now: Date },
): Promise<void> {
  const later = (variant.changes ?? []).toSorted((one, other) => other.daysAgo - one.daysAgo);
  const opening = capacity - later.reduce((sum, { units }) => sum + units, 0);
  const changes = [
    { reason: "opening", units: opening, at: from, note: "" },
    ...later.map(({ daysAgo, ...change }) => ({ ...change, at: new Date(now.getTime() - daysAgo * day) })),
  ];
  let onHand = 0;
  for (const { reason, units, at, note } of changes) {
    onHand += units;
    await run(tx)`
      insert into stock_changes (variant_id, reason, units, on_hand, note, at)
      values (${variantId}, ${reason}, ${units}, ${onHand}, ${note}, ${at})`;
  }
}
