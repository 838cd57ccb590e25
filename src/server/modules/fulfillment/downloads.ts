import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AdminFulfillment } from "#contract/fulfillment/admin.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { findProductFiles, type SoldFile } from "#server/modules/shop/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { StreamedReply } from "#server/platform/http/route.ts";
import { readOldDownload } from "#server/platform/old-links.ts";
import { readLink, signLink } from "#server/platform/signed-links.ts";
import { readState, type OrderState } from "./order-state.ts";
import { usesPerCopy } from "./rules.ts";
import { showDownloads, showForStaff } from "./show.ts";
import * as store from "./store.ts";

/** How long a download link is valid. */
const linkSeconds = 15 * 60;

/** What a download link is for. */
interface Grant {
  orderId: string;
  lineId: string;
  /** Which of the order's links are valid: a change of its email ends them. */
  linkVersion: number;
  /** Seconds since 1970 by the database's clock. */
  expires: number;
}

/** The token of a download link: what it is for and until when, signed. Nothing is stored. */
export const downloadToken = ({ orderId, lineId, linkVersion, expires }: Grant, key: Buffer): string =>
  signLink(key, "download", orderId, lineId, linkVersion, expires);

/** What a token is for, whether it has expired or not; undefined for one that this site didn't sign. */
export function readDownloadToken(token: string, key: Buffer): Grant | undefined {
  const [orderId, lineId, linkVersion, expires] = readOldDownload(token, key) ?? readLink(token, key, "download") ?? [];
  if (orderId === undefined) return undefined;
  return {
    orderId: String(orderId),
    lineId: String(lineId),
    linkVersion: Number(linkVersion),
    expires: Number(expires),
  };
}

const usedUp = () =>
  new AppError("over_limit", {
    message: "This file's downloads are used up. Write to us and we'll renew them.",
  });

/**
 * A link to the file of one line, valid for 15 minutes. The caller has checked access to the order.
 *
 * @throws AppError `not_found` | `order_closed` when the line was refunded or has no file | `payment_disputed` |
 *   `over_limit` when its downloads are used up
 */
export async function createDownload(
  { db, keys }: Deps,
  orderId: string,
  lineId: string,
): Promise<{ url: string; fileName: string; expiresAt: string }> {
  const state = await readState(db, orderId);
  const { file, maxBytes } = await requireFile(db, state, lineId);
  const used = (await store.findDownloads(db, orderId)).find((row) => row.lineId === lineId);
  if ((used?.bytesSent ?? 0) >= maxBytes) throw usedUp();
  await store.countDownload(db, orderId, lineId);
  const expires = Math.floor(await store.readNow(db)) + linkSeconds;
  const token = downloadToken({ orderId, lineId, linkVersion: state.order.linkVersion, expires }, keys["order-links"]);
  const expiresAt = new Date(expires * 1000).toISOString();
  return { url: `/api/downloads/${token}`, fileName: file.name, expiresAt };
}

/**
 * The file of a line, and how many bytes of it are sent until staff renew its downloads.
 *
 * @throws AppError `not_found` | `order_closed` | `payment_disputed`
 */
async function requireFile(
  db: Queryable,
  state: OrderState,
  lineId: string,
): Promise<{ file: SoldFile; maxBytes: number }> {
  const line = state.lines.find((each) => each.lineId === lineId && each.kind === "digital");
  if (line === undefined || state.order.paidAt === null) throw new AppError("not_found");
  if (state.isOnHold) throw new AppError("payment_disputed");
  const [download] = (await showDownloads(db, state)).filter((each) => each.lineId === lineId);
  const file = (await findProductFiles(db, [line.productId])).get(line.productId);
  if (file === undefined) {
    throw new AppError("order_closed", { message: "This file isn't ready yet. Please try again later." });
  }
  if (!download!.isAvailable) {
    throw new AppError("order_closed", { message: "This download was refunded, so it isn't available anymore" });
  }
  return { file, maxBytes: file.bytes * usesPerCopy * line.quantity };
}

/**
 * Lets a line's file be downloaded as often as at first. Repeating it changes nothing.
 *
 * @throws AppError `not_found` for a line that isn't a file of this order
 */
export function renewDownloads(
  { db }: Deps,
  { staff, orderId, lineId }: { staff: Principal; orderId: string; lineId: string },
): Promise<AdminFulfillment> {
  return inTransaction(db, async (tx) => {
    const { lines, order } = await readState(tx, orderId);
    const line = requireFound(lines.find((each) => each.lineId === lineId && each.kind === "digital"));
    if (await store.renewDownloads(tx, orderId, lineId)) {
      const target = { kind: "order" as const, id: orderId };
      const after = { number: order.number, name: line.name };
      await recordAction(tx, { staff, action: "order.downloads_renewed", target, after });
    }
    return showForStaff(tx, orderId);
  });
}

/**
 * Streams the file behind a download link, whole or in parts, and counts what is sent: a part as its share of a use.
 * Requests at once are never sent more than the file's uses.
 *
 * @throws AppError `not_found` | `link_over` once it has expired or the order's email has changed | `order_closed` |
 *   `payment_disputed` | `over_limit`
 */
export async function streamDownload(
  { db, files, keys }: Deps,
  token: string,
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
): Promise<StreamedReply> {
  const { orderId, lineId, linkVersion, expires } = requireFound(readDownloadToken(token, keys["order-links"]));
  const state = await readState(db, orderId);
  if (expires <= (await store.readNow(db)) || linkVersion !== state.order.linkVersion) {
    throw new AppError("link_over", { message: "This download link has expired. Open your order to get a new one." });
  }
  const { file, maxBytes } = await requireFile(db, state, lineId);
  const served = requireFound(
    await files.sold.open(file.storeKey, {
      range: headers.range,
      "if-range": typeof headers["if-range"] === "string" ? headers["if-range"] : undefined,
      "if-none-match": headers["if-none-match"],
    }),
  );
  const isSent = method !== "HEAD" && (served.status === 200 || served.status === 206);
  const bytes = isSent ? Number(served.headers["content-length"] ?? file.bytes) : 0;
  if (bytes > 0 && !(await store.spendBytes(db, lineId, bytes, maxBytes))) {
    await served.body?.cancel();
    throw usedUp();
  }
  reply.code(served.status).headers({
    ...served.headers,
    "content-disposition": `attachment; filename="${asciiName(file.name)}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    "cache-control": "private, no-store",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  const body = served.body === null ? Readable.from([]) : Readable.fromWeb(served.body as NodeStream);
  return new StreamedReply(body, file.type);
}

/** For programs that don't know the extended form of the header. */
const asciiName = (name: string) => name.replace(/[^\x20-\x7e]|["\\]/g, "_");
