import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { AdminProduct, ProductInput } from "#contract/shop/products.ts";
import { adoptPicture } from "#server/modules/media/index.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Client, Site } from "#testing/site.ts";

let count = 0;

/** A shirt in two colors and two sizes, as its editor saves it. */
export function shirt(more: Partial<ProductInput> = {}): ProductInput {
  const number = ++count;
  const variants = ["Black", "Bone"].flatMap((color) =>
    ["M", "L"].map((size) => ({
      options: [color, size],
      sku: `TEE${number}-${color}-${size}`,
      priceCents: 3000,
      onHand: 5,
    })),
  );
  return {
    title: `Dock Tee ${number}`,
    slug: `dock-tee-${number}`,
    kind: "physical",
    publication: "active",
    taxCategory: "clothing",
    options: [
      { name: "Color", values: ["Black", "Bone"] },
      { name: "Size", values: ["M", "L"] },
    ],
    variants,
    pictureIds: [],
    ...more,
  };
}

/** The same with one variant. */
export const single = (variant: Partial<ProductInput["variants"][number]> = {}, more: Partial<ProductInput> = {}) => {
  const number = ++count;
  const own = { options: [], sku: `ONE-${number}`, priceCents: 2000, onHand: 5, ...variant };
  return shirt({ options: [], variants: [own], ...more });
};

/** What an editor sends to save a product as it is. */
export function editOf(product: AdminProduct): ProductInput & { version: number } {
  const { id: _, variants, pictures, file, currency: __, ...rest } = product;
  const unset = <Value>(value: Value | null) => value ?? undefined;
  return {
    ...rest,
    pictureIds: pictures.map((picture) => picture.id),
    fileId: file?.id,
    variants: variants.map(({ stock: _1, left: _2, isLow: _3, hasOrders: _4, parts, ...variant }) => ({
      ...variant,
      compareAtCents: unset(variant.compareAtCents),
      costCents: unset(variant.costCents),
      lowStockAt: unset(variant.lowStockAt),
      maxPerPerson: unset(variant.maxPerPerson),
      salesStartAt: unset(variant.salesStartAt),
      salesEndAt: unset(variant.salesEndAt),
      preorderShipsOn: unset(variant.preorderShipsOn),
      picture: unset(variant.picture),
      parts: parts.map(({ variantId, quantity }) => ({ variantId, quantity })),
    })),
  };
}

/** Creates a product through the API. */
export async function create(admin: Client, input: ProductInput): Promise<AdminProduct> {
  const { status, body } = await admin.post("/api/admin/products", input);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

/** Saves it again with changes. */
export const save = (admin: Client, product: AdminProduct, changes: object = {}) =>
  admin.call("PUT", `/api/admin/products/${product.id}`, { ...editOf(product), ...changes });

/** Changes the stock of a variant. */
export const adjust = (admin: Client, variantId: number, body: object, key?: string) =>
  admin.post(`/api/admin/variants/${variantId}/stock`, body, key === undefined ? {} : { "idempotency-key": key });

/** A picture of the library that is ready and has alt text. */
export const createPicture = (site: Site, key: string) =>
  inTransaction(site.db, (tx) =>
    adoptPicture(tx, {
      key,
      alt: "A shirt on a hanger",
      dominant: "#101010",
      accent: "#c9a24b",
      placeholder: null,
      width: 4,
      height: 5,
    }),
  );

/** Sends the file of a digital product. */
export async function sendFile(site: Site, admin: Client, bytes: Buffer, fileName = "road-mix.mp3") {
  const reply = await site.app.server.inject({
    method: "POST",
    url: `/api/admin/product-files?fileName=${encodeURIComponent(fileName)}`,
    headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/octet-stream" },
    payload: bytes,
  });
  return { status: reply.statusCode, body: reply.json() };
}

/** An MP3 as far as its first bytes say. */
export const mp3 = (seed = "mix") =>
  Buffer.concat([Buffer.from("ID3\u0004\u0000", "latin1"), createHash("sha256").update(seed).digest()]);

/** A stock's own row. */
export async function stockRow(site: Site, variantId: number) {
  const { rows } = await sql<{ capacity: number; held: number; sold: number; version: number }>`
    select s.capacity, s.held, s.sold, s.sale_version as version from variants v join stock s on s.id = v.stock_id
    where v.id = ${variantId}`.execute(site.db);
  return rows[0]!;
}
