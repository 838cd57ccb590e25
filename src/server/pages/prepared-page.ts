import type { IncomingMessage, ServerResponse } from "node:http";
import { constants, crc32, deflateRawSync } from "node:zlib";
import type { PageHeaders } from "./security-headers.ts";

/** Placeholder in rendered HTML for each response's nonce. */
export const nonceMark = "%sg-nonce%";

type Rendered = { status: number; html: string; redirect?: string };

/** A finished page that only lacks its nonce. Sending it costs a few string and buffer joins. */
export type PreparedPage = {
  status: number;
  bytes: number;
  send: (request: IncomingMessage, response: ServerResponse, requestId: string) => void;
};

// Gzip header: magic, deflate, no flags, no time, unknown system.
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * Prepares a page for sending. The HTML before the nonce is compressed once, up to a byte boundary. Each response adds
 * the nonce and the few bytes after it as an uncompressed last block (RFC 1951, 3.2.4) and continues the checksum.
 */
export function preparePage({ status, html, redirect }: Rendered, headers: PageHeaders): PreparedPage {
  if (redirect) return prepareRedirect(status, redirect, headers);
  const cut = html.indexOf(nonceMark);
  const before = Buffer.from(html.slice(0, cut));
  const after = html.slice(cut + nonceMark.length);
  const packed = Buffer.concat([gzipHead, deflateRawSync(before, { level: 9, finishFlush: constants.Z_FULL_FLUSH })]);
  const checksum = crc32(before);

  function send(request: IncomingMessage, response: ServerResponse, requestId: string) {
    const nonce = headers.makeNonce();
    const rest = Buffer.from(nonce + after);
    const zipped = request.headers["accept-encoding"]?.includes("gzip") === true;
    const tail = zipped ? lastBlock(rest, before.length, checksum) : rest;
    const head = zipped ? packed : before;
    const length = String(head.length + tail.length);
    response.writeHead(status, [
      ...headers.forCached(nonce),
      "content-length",
      length,
      "x-request-id",
      requestId,
      ...(zipped ? ["content-encoding", "gzip"] : []),
    ]);
    if (request.method === "HEAD") return void response.end();
    response.cork();
    response.write(head);
    response.end(tail);
    response.uncork();
  }

  return { status, bytes: before.length + packed.length + 2000, send };
}

function lastBlock(rest: Buffer, lengthBefore: number, checksumBefore: number): Buffer {
  const block = Buffer.allocUnsafe(5 + rest.length + 8);
  block[0] = 1;
  block.writeUInt16LE(rest.length, 1);
  block.writeUInt16LE(~rest.length & 0xffff, 3);
  rest.copy(block, 5);
  block.writeUInt32LE(crc32(rest, checksumBefore), 5 + rest.length);
  block.writeUInt32LE((lengthBefore + rest.length) >>> 0, 9 + rest.length);
  return block;
}

function prepareRedirect(status: number, location: string, headers: PageHeaders): PreparedPage {
  const empty = ["content-length", "0"];
  function send(request: IncomingMessage, response: ServerResponse, requestId: string) {
    const where = ["location", withQueryOf(request, location), "x-request-id", requestId];
    response.writeHead(status, [...headers.forCached(""), ...where, ...empty]).end();
  }
  return { status, bytes: 1000, send };
}

/** The page is the same for every query, so its redirect is too. The visitor's own query is passed on. */
function withQueryOf({ url = "" }: IncomingMessage, location: string): string {
  const query = url.indexOf("?");
  return query === -1 || location.includes("?") ? location : location + url.slice(query);
}
