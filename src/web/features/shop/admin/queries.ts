import type { Collection } from "#contract/shop/collections.ts";
import type { AdminProduct, ProductOption, ProductRow, StockChange } from "#contract/shop/products.ts";
import { adminQuery, type ListReply } from "#web/admin-kit/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";
import type { listProductImports, ProductImport } from "#contract/shop/imports.ts";
import type { z } from "zod";

export const productsPath = "/api/admin/products";
export const productPath = (id: number) => `${productsPath}/${id}`;
export const productQuery = (id: number) => adminQuery<AdminProduct>(productPath(id));
/** Every product, for a select. */
export const productChoicesQuery = () => adminQuery<{ items: ProductOption[] }>("/api/admin/product-options");
/** The products that fit some words, drafts included. */
export const productSearchQuery = (q: string) => adminQuery<ListReply<ProductRow>>(withQuery(productsPath, { q }));

export const collectionsPath = "/api/admin/collections";
export const collectionsQuery = () => adminQuery<{ items: Collection[] }>(collectionsPath);

export const stockPath = (variantId: number) => `/api/admin/variants/${variantId}/stock`;
export const stockChangesQuery = (variantId: number) => adminQuery<{ items: StockChange[] }>(stockPath(variantId));

/** The address of a product in admin. */
export const editorPath = (id: number) => withQuery("/admin", { section: "products", id });

export const importsPath = "/api/admin/product-imports";
export const importPath = (id: number) => `${importsPath}/${id}`;

const pollMs = 2000;

/** An import whose pictures are on their way, read again every two seconds. */
export const importQuery = (id: number) => ({
  ...adminQuery<ProductImport>(importPath(id)),
  refetchInterval: ({ state }: { state: { data?: ProductImport | undefined } }) =>
    state.data === undefined || state.data.pictures.waiting > 0 ? pollMs : (false as const),
});

/** The latest imports with pictures. */
export const importsQuery = () => adminQuery<z.infer<(typeof listProductImports)["reply"]>>(importsPath);
