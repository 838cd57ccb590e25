import { ProductDetail, ProductSummary, Variant, type ShopList, type ShopQuery } from "#contract/shop/shop.ts";
import type { Poster } from "#contract/events/events.ts";
import { defaultPoster, findEventInfo } from "#server/modules/events/index.ts";
import { getPictures } from "#server/modules/media/index.ts";
import { requireFound } from "#server/platform/app-error.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { shownAs } from "#server/platform/shown.ts";
import { findProducts } from "./list-store.ts";
import * as store from "./product-store.ts";
import { bySize, summarize, toldLeft } from "./rules.ts";

const usualPageSize = 20;
const maxRelated = 4;
const maxOfEvent = 12;
/** Of cards, the face and what it turns to; of variants, whichever they name. */
const cardPictures = 2;
const allPictures = 20;

/**
 * Products on sale, narrowed down and sorted, with what they could be narrowed down to. The reply depends only on the
 * query. Three queries, however long the list.
 */
export async function listProducts(db: Queryable, query: ShopQuery): Promise<ShopList> {
  const pageSize = query.most ?? usualPageSize;
  const { ids, sizes, ...found } = await findProducts(db, query, pageSize);
  return {
    ...found,
    sizes: sizes.toSorted((a, b) => bySize(a.value, b.value)),
    items: await showProducts(db, ids),
    page: query.page ?? 1,
    pageSize,
  };
}

/** Products as lists show them, in the order of these ids; leaves out those that aren't on sale. Two queries. */
export async function showProducts(db: Queryable, ids: number[]): Promise<ProductSummary[]> {
  if (ids.length === 0) return [];
  const rows = await store.findProductRows(db, ids, cardPictures);
  const pictures = await getPictures(db, [...new Set(rows.flatMap((row) => row.pictureIds))]);
  return rows.map((row) => {
    const [picture, altPicture] = row.pictureIds.flatMap((id) => pictures.get(id) ?? []);
    return shownAs(ProductSummary)({
      ...summaryOf(row),
      picture: picture ?? defaultPoster,
      altPicture: altPicture ?? null,
    });
  });
}

/** An active product as lists show it; undefined for any other. */
export async function findShownProduct(db: Queryable, slug: string): Promise<ProductSummary | undefined> {
  const id = await store.findShownId(db, slug);
  return id === undefined ? undefined : (await showProducts(db, [id]))[0];
}

const summaryOf = <Row extends store.ProductRow>(row: Row) => ({
  ...row,
  ...summarize(row.variants),
  colors: row.options.find(({ name }) => name.toLowerCase() === "color")?.values ?? [],
});

/**
 * One product with its variants and what is left of each.
 *
 * @throws AppError `not_found` for unknown products, drafts and archived ones
 */
export async function getProduct(db: Queryable, slug: string): Promise<ProductDetail> {
  const row = requireFound(await store.findProductDetail(db, slug));
  const [pictures, related, events] = await Promise.all([
    getPictures(db, row.pictureIds),
    store.findRelatedIds(db, row.id, maxRelated).then((ids) => showProducts(db, ids)),
    findEventInfo(db, row.eventIds),
  ]);
  const shown = readyPictures(row, pictures);
  return shownAs(ProductDetail)({
    ...summaryOf(row),
    variants: row.variants.map((variant) => showVariant(variant, row.currency, shown)),
    pictures: shown.length > 0 ? shown.map(({ poster }) => poster) : [defaultPoster],
    related,
    events: row.eventIds.flatMap((id) => {
      const event = events.get(id);
      return event === undefined ? [] : [{ ...event, city: event.venue.city }];
    }),
  });
}

/** Its pictures that are ready, with the positions that variants name them by. */
const readyPictures = ({ pictureIds, picturePositions }: store.ProductRow, pictures: Map<number, Poster>) =>
  pictureIds.flatMap((id, index) => {
    const poster = pictures.get(id);
    return poster === undefined ? [] : [{ poster, position: picturePositions[index]! }];
  });

/** A variant with what its product says of it: for carts and wherever it stands by itself. */
interface VariantCard extends Variant {
  productId: number;
  slug: string;
  title: string;
  kind: ProductSummary["kind"];
  poster: Poster;
  /** Units that can be bought now, told or not. */
  available: number;
}

/** Variants of active products by their ids; others are left out. Three queries, however many. */
export async function findVariantCards(db: Queryable, variantIds: number[]): Promise<Map<number, VariantCard>> {
  if (variantIds.length === 0) return new Map();
  const rows = await store.findProductRows(db, await store.findProductIdsOf(db, variantIds), allPictures);
  const pictures = await getPictures(db, [...new Set(rows.flatMap((row) => row.pictureIds))]);
  const requestedIds = new Set(variantIds);
  return new Map(
    rows.flatMap((row) => {
      const shown = readyPictures(row, pictures);
      return row.variants
        .filter(({ id }) => requestedIds.has(id))
        .map((variant) => {
          const card = showVariant(variant, row.currency, shown);
          const poster = shown[card.picture ?? 0]?.poster ?? defaultPoster;
          const { id: productId, slug, title, kind } = row;
          return [variant.id, { ...card, productId, slug, title, kind, poster, available: variant.available }] as const;
        });
    }),
  );
}

/** A variant names its picture by its position; shown are only pictures that are ready. */
function showVariant(row: store.OfferRow, currency: string, pictures: { poster: Poster; position: number }[]): Variant {
  const picture = pictures.findIndex(({ position }) => position === row.picture);
  const left = toldLeft(row.status, row.available);
  return shownAs(Variant)({ ...row, currency, left, picture: picture < 0 ? null : picture });
}

/** Products for an event's page, in their order; none of an event that nobody can see. */
export async function listEventProducts(db: Queryable, eventId: number): Promise<{ items: ProductSummary[] }> {
  return { items: await showProducts(db, await store.findIdsOfEvent(db, eventId, maxOfEvent)) };
}

/** Now, by the database's clock, which decides when a drop opens. */
export async function readShopTime(db: Queryable): Promise<{ now: string }> {
  return { now: (await store.readTime(db)).toISOString() };
}
