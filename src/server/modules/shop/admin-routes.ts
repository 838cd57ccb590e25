import * as collectionContract from "#contract/shop/collections.ts";
import * as importContract from "#contract/shop/imports.ts";
import * as reportContract from "#contract/shop/reports.ts";
import * as contract from "#contract/shop/products.ts";
import type { Deps } from "#server/platform/deps.ts";
import { csvReply } from "#server/platform/http/csv-reply.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import { routes, whenDone, type RouteContext } from "#server/platform/http/route.ts";
import * as collections from "./collections/service.ts";
import { importProducts, productFileOf } from "./csv/service.ts";
import { listAdminProducts, listProductOptions, productListFile } from "./editing/list.ts";
import { changeProduct, createProduct, getAdminProduct } from "./editing/service.ts";
import { uploadProductFile } from "./files/service.ts";
import * as imports from "./imports/service.ts";
import { productReportFile, readProductReport } from "./report/service.ts";
import { adjustStock, listStockChanges } from "./stock/service.ts";

/** Routes for what admins do with products, their stock and collections. */
export function productAdminRoutes(context: RouteContext, deps: Deps): void {
  const { db } = deps;
  fileRoutes(context, contract.exportProductList, "products", ({ query }) => productListFile(db, query));
  routes(context, contract, {
    listAdminProducts: ({ query }) => listAdminProducts(db, query),
    listProductOptions: async () => ({ items: await listProductOptions(db) }),
    exportProducts: ({ query, reply }) => csvReply(reply, "products", productFileOf(db, query)),
    importProducts: ({ principal, body }) => importProducts(deps, principal!, body),
    createProduct: async ({ principal, body }) => getAdminProduct(db, await createProduct(db, principal!, body)),
    getAdminProduct: ({ params }) => getAdminProduct(db, params.id),
    changeProduct: ({ principal, params, body }) => changeProduct(deps, principal!, params.id, body),
    uploadProductFile: ({ principal, query, stream }) =>
      uploadProductFile(deps, { staff: principal!, fileName: query.fileName, body: stream! }),
    adjustStock: ({ principal, params, body, idempotency }) =>
      adjustStock(deps, principal!, params.id, { body, idempotency: idempotency! }),
    listStockChanges: ({ params }) => listStockChanges(db, params.id),
  });
  routes(context, importContract, {
    uploadProductImport: ({ principal, query, file }) =>
      imports.uploadProductImport(deps, principal!, { fileName: query.fileName, bytes: file! }),
    listProductImports: () => imports.listProductImports(deps),
    getProductImport: ({ params }) => imports.getProductImport(deps, params.id),
    applyProductImport: ({ principal, params, body }) => imports.applyProductImport(deps, principal!, params.id, body),
    retryImportPictures: ({ params }) => imports.retryImportPictures(deps, params.id),
  });
  fileRoutes(context, collectionContract.exportCollections, "collections", () => collections.collectionsFile(db));
  routes(context, collectionContract, {
    listCollections: () => collections.listCollections(db),
    createCollection: ({ principal, body }) => collections.createCollection(db, principal!, body),
    orderCollections: ({ principal, body }) => collections.orderCollections(db, principal!, body.ids),
    changeCollection: ({ principal, params, body }) => collections.changeCollection(db, principal!, params.id, body),
    deleteCollection: ({ principal, params }) => whenDone(collections.deleteCollection(db, principal!, params.id)),
  });
  routes(context, reportContract, {
    readProductReport: ({ query }) => readProductReport(db, query),
    exportProductReport: ({ query, reply }) =>
      csvReply(
        reply,
        query.by === "inventory" ? "inventory-value" : `product-sales-${query.by}`,
        productReportFile(db, query),
      ),
  });
}
