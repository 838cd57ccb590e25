import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { plain } from "#server/platform/html.ts";
import { isKnown } from "#server/platform/http/negotiation.ts";
import { PreparedReply } from "#server/platform/http/route.ts";
import { embeddable } from "#server/platform/http/security-headers.ts";

const zip = promisify(gzip);
const worthZipping = 1000;

/**
 * Sends a text that any client can cache for a while and then revalidate: unchanged, it is not sent again.
 *
 * @param cacheSeconds how long it can be used without revalidation
 */
export async function sendText(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  text: string,
  contentType: string,
  cacheSeconds = 300,
): Promise<PreparedReply> {
  const etag = `W/"${hash("sha256", text, "base64url").slice(0, 27)}"`;
  reply.headers({
    ...embeddable,
    etag,
    "cache-control": `public, max-age=${cacheSeconds}`,
    vary: "accept-encoding",
  });
  if (isKnown(request.headers["if-none-match"], etag)) return new PreparedReply("", 304, contentType);
  const takesZip = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
  if (!takesZip || text.length < worthZipping) return new PreparedReply(text, 200, contentType);
  reply.header("content-encoding", "gzip");
  return new PreparedReply(await zip(text), 200, contentType);
}

/** A text inside an XML element or attribute. */
export function escapeXml(text: string): string {
  const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
  return plain(text).replace(/[&<>"']/g, (sign) => signs[sign]!);
}
