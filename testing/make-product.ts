import { sql } from "kysely";
import { createStock } from "#server/modules/inventory/index.ts";
import { adoptPicture } from "#server/modules/media/index.ts";
import { productSearchText } from "#server/modules/shop/index.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/db/database.ts";

/** A product as a test wants it; everything else has sensible values. */
export interface ProductDraft {
  title: string;
  slug: string;
  tagline: string;
  description: string;
  kind: "physical" | "digital";
  publication: "draft" | "active" | "archived";
  taxCategory: "clothing" | "general" | "media" | "digital";
  options: { name: string; values: string[] }[];
  position: number;
  /** Slugs; those that don't exist are made. */
  collections: string[];
  eventIds: number[];
  /** Keys of pictures of the demo. */
  pictures: string[];
  publishedAt: Date | null;
}

/** A variant of one. Its own stock is what it has on hand. */
export interface VariantDraft {
  /** A product of its own if omitted. */
  productId: number;
  options: string[];
  sku: string;
  priceCents: number;
  compareAtCents: number | null;
  costCents: number | null;
  weightGrams: number;
  lowStockAt: number | null;
  onHand: number;
  maxPerOrder: number;
  maxPerPerson: number | null;
  salesStartAt: Date | null;
  salesEndAt: Date | null;
  preorderShipsOn: string | null;
  picture: number | null;
  position: number;
  isArchived: boolean;
  parts: { variantId: number; quantity: number }[];
}

let count = 0;

/** Creates products and variants on sale. */
export function createProducts(db: Database) {
  const product = (draft: Partial<ProductDraft> = {}): Promise<number> =>
    inTransaction(db, async (tx) => {
      const number = ++count;
      const full: ProductDraft = {
        title: `Yard Tee ${number}`,
        slug: `yard-tee-${number}`,
        tagline: "Heavyweight cotton",
        description: "Cut wide.",
        kind: "physical",
        publication: "active",
        taxCategory: "clothing",
        options: [],
        position: 1000,
        collections: [],
        eventIds: [],
        pictures: [],
        publishedAt: null,
        ...draft,
      };
      const id = await insertProduct(tx, full);
      for (const slug of full.collections) await addToCollection(tx, id, slug);
      for (const eventId of full.eventIds) {
        await sql`insert into product_events (product_id, event_id) values (${id}, ${eventId})`.execute(tx);
      }
      for (const [position, key] of full.pictures.entries()) {
        const pictureId = await adoptPicture(tx, { ...picture, key });
        await sql`insert into product_pictures values (${id}, ${position}, ${pictureId})`.execute(tx);
      }
      return id;
    });

  async function variant(draft: Partial<VariantDraft> = {}): Promise<number> {
    const productId = draft.productId ?? (await product());
    return inTransaction(db, (tx) =>
      insertVariant(tx, {
        options: [],
        sku: `SG-${++count}`,
        priceCents: 3000,
        compareAtCents: null,
        costCents: null,
        weightGrams: 200,
        lowStockAt: null,
        onHand: 100,
        maxPerOrder: 10,
        maxPerPerson: null,
        salesStartAt: null,
        salesEndAt: null,
        preorderShipsOn: null,
        picture: null,
        position: 0,
        isArchived: false,
        parts: [],
        ...draft,
        productId,
      }),
    );
  }
  return { product, variant };
}

const picture = {
  alt: "A shirt on a hanger",
  dominant: "#101010",
  accent: "#c9a24b",
  placeholder: null,
  width: 4,
  height: 5,
};

async function insertProduct(tx: Tx, draft: ProductDraft): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into products (slug, title, tagline, description, kind, publication, tax_category, options, position,
      search_text, published_at)
    values (${draft.slug}, ${draft.title}, ${draft.tagline}, ${draft.description}, ${draft.kind}, ${draft.publication},
      ${draft.taxCategory}, ${JSON.stringify(draft.options)}, ${draft.position}, ${productSearchText(draft)},
      coalesce(${draft.publishedAt}::timestamptz, clock_now()))
    returning id`.execute(tx);
  return rows[0]!.id;
}

async function addToCollection(tx: Tx, productId: number, slug: string): Promise<void> {
  await sql`
    with collection as (
      insert into collections (slug, name) values (${slug}, ${slug.toUpperCase()})
      on conflict (slug) do update set slug = excluded.slug returning id)
    insert into collection_products select id, ${productId} from collection`.execute(tx);
}

async function insertVariant(tx: Tx, draft: VariantDraft): Promise<number> {
  const stockId = await createStock(tx, { kind: "variant", capacity: draft.onHand });
  const { rows } = await sql<{ id: number }>`
    insert into variants (product_id, stock_id, options, sku, price_cents, compare_at_cents, cost_cents, weight_grams, low_stock_at,
      max_per_order, max_per_person, sales_start_at, sales_end_at, preorder_ships_on, picture, position, is_archived)
    values (${draft.productId}, ${stockId}, ${draft.options}, ${draft.sku}, ${draft.priceCents}, ${draft.compareAtCents},
      ${draft.costCents}, ${draft.weightGrams}, ${draft.lowStockAt}, ${draft.maxPerOrder}, ${draft.maxPerPerson}, ${draft.salesStartAt}, ${draft.salesEndAt},
      ${draft.preorderShipsOn}, ${draft.picture}, ${draft.position}, ${draft.isArchived})
    returning id`.execute(tx);
  const { id } = rows[0]!;
  await sql`
    insert into stock_changes (variant_id, reason, units, on_hand)
    values (${id}, 'opening', ${draft.onHand}, ${draft.onHand})`.execute(tx);
  for (const { variantId, quantity } of draft.parts) {
    await sql`insert into variant_parts values (${id}, ${variantId}, ${quantity})`.execute(tx);
  }
  return id;
}
