import type { ProductImport } from "#contract/shop/imports.ts";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export const productQuery = (id: number) => adminQuery("GET /api/admin/products/{id}", { params: { id } });
/** Every product, for a select. */
export const productChoicesQuery = () => adminQuery("GET /api/admin/product-options");
/** The products that fit some words, drafts included. */
export const productSearchQuery = (q: string) => adminQuery("GET /api/admin/products", { query: { q } });

export const collectionsQuery = () => adminQuery("GET /api/admin/collections");

export const stockChangesQuery = (variantId: number) =>
  adminQuery("GET /api/admin/variants/{id}/stock", { params: { id: variantId } });

/** The address of a product in admin. */
export const editorPath = (id: number) => withQuery("/admin", { section: "products", id });

const pollMs = 2000;

/** An import whose pictures are on their way, read again every two seconds. */
export const importQuery = (id: number) => ({
  ...adminQuery("GET /api/admin/product-imports/{id}", { params: { id } }),
  refetchInterval: ({ state }: { state: { data?: ProductImport | undefined } }) =>
    state.data === undefined || state.data.pictures.waiting > 0 ? pollMs : (false as const),
});

/** The latest imports with pictures. */
export const importsQuery = () => adminQuery("GET /api/admin/product-imports");
