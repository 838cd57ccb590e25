import { z } from "zod";
import { adminEndpoint, fileEndpoint } from "../endpoint.ts";
import { ProductInput } from "./products.ts";
import { ById, Empty, Id, Items, Line, NoBody, Version } from "../shapes.ts";

/** A group of products in the shop, such as "Summer". */
export const Collection = z.object({
  id: Id,
  version: Version,
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  position: z.int(),
  productCount: z.int(),
});
export type Collection = z.infer<typeof Collection>;
/** `position`: lower comes first. */
export const CollectionInput = z.strictObject({
  name: Line(2, 60),
  slug: ProductInput.shape.slug,
  description: Line(0, 300).default(""),
  position: z.int().min(0).max(1000).default(100),
});
export type CollectionInput = z.input<typeof CollectionInput>;

/** Empty ones too. */
export const listCollections = adminEndpoint("GET /api/admin/collections", "The shop's collections, in order", {
  reply: Items(Collection),
});
/** The same as files. */
export const exportCollections = fileEndpoint("/api/admin/collections.csv", z.object({}), undefined, false);
/** `invalid_input` if another one has the slug. */
export const createCollection = adminEndpoint("POST /api/admin/collections", "Create a collection", {
  body: CollectionInput,
  reply: Collection,
  status: 201,
  errors: ["invalid_input"],
});
/** Its products are found by its new name at once. `invalid_input` if another one has the slug. */
export const changeCollection = adminEndpoint("PUT /api/admin/collections/{id}", "Change a collection", {
  params: ById,
  body: CollectionInput.extend({ version: Version }),
  reply: Collection,
  errors: ["not_found", "edited_meanwhile", "invalid_input"],
});
export const deleteCollection = adminEndpoint(
  "DELETE /api/admin/collections/{id}",
  "Delete a collection; its products stay",
  { params: ById, body: NoBody, reply: Empty },
);

/** Two admins who reorder at once take turns; the later one stays. */
export const orderCollections = adminEndpoint(
  "PUT /api/admin/collections/order",
  "Reorder the collections; omitted ones follow in their current order",
  { body: z.strictObject({ ids: z.array(Id).min(1).max(200) }), reply: Items(Collection) },
);
