import type { ProductSummary, VariantStatus } from "#contract/shop/shop.ts";
import { getPictures } from "#server/modules/media/index.ts";
import type { Database } from "#server/platform/db/database.ts";
import { formatMoney } from "#server/platform/format.ts";
import type { SearchSource } from "#server/platform/module-parts.ts";
import { findProducts } from "./list-store.ts";
import { findForStaff } from "./product-store.ts";
import { productPatterns } from "./search.ts";
import { showProducts } from "./service.ts";

const said: Partial<Record<VariantStatus, string>> = {
  in_carts: "All in carts",
  scheduled: "Coming soon",
  sold_out: "Sold out",
  ended: "Not on sale",
};

const pictureOf = (key: string) => `/media/posters/${key}-480.webp`;

/** What everyone finds of the shop: products in its own order, those that can be bought first. */
export const productsSearch = (db: Database): SearchSource => ({
  kind: "products",
  label: "Shop",
  listPath: (q) => `/shop?${new URLSearchParams({ q }).toString()}`,
  async find(q, limit) {
    const { ids, total } = await findProducts(db, { q, sort: "featured" }, limit);
    const products = await showProducts(db, ids);
    return { total, hits: products.toSorted((a, b) => Number(isGone(a)) - Number(isGone(b))).map(toHit) };
  },
});

const isGone = ({ status }: ProductSummary) => status === "sold_out" || status === "ended";

function toHit({ slug, title, picture, fromCents, hasPrices, currency, status }: ProductSummary) {
  const price = `${hasPrices ? "From " : ""}${formatMoney(fromCents, currency)}`;
  return {
    path: `/shop?product=${slug}`,
    title,
    detail: [price, said[status]].filter(Boolean).join(" · "),
    picture: picture.key === noPicture ? null : pictureOf(picture.key),
    isPast: false,
  };
}

/** The key of the default background, which has no files. */
const noPicture = "house";

/** What admins find: all products, drafts included, also by the start of a SKU. */
export const adminProductsSearch = (db: Database): SearchSource => ({
  kind: "products",
  label: "Products",
  access: "admin",
  listPath: (q) => `/admin?${new URLSearchParams({ section: "products", q }).toString()}`,
  async find(q, limit) {
    const rows = await findForStaff(db, productPatterns(q), q, limit);
    const pictures = await getPictures(
      db,
      rows.flatMap(({ pictureId }) => pictureId ?? []),
    );
    return {
      total: rows[0]?.total ?? 0,
      hits: rows.map(({ id, title, publication, pictureId }) => {
        const picture = pictureId === null ? undefined : pictures.get(pictureId);
        return {
          path: `/admin?section=products&id=${id}`,
          title,
          detail: publication === "active" ? "On sale" : publication === "draft" ? "Draft" : "Archived",
          picture: picture ? pictureOf(picture.key) : null,
          isPast: publication === "archived",
        };
      }),
    };
  },
});
