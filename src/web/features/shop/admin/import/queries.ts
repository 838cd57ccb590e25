import type { listProductImports, ProductImport } from "#contract/shop/imports.ts";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import type { z } from "zod";

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
