import type { IncomingMessage, ServerResponse } from "node:http";
import { constants, crc32, deflateRawSync } from "node:zlib";
import type { PageHeaders } from "./security-headers.ts";

/** Stands in rendered HTML where the nonce of each response goes. */
export const nonceMark = "%sg-nonce%";

type Rendered = { status: number; html: string; redirect?: string };

/** A finished page that only lacks its nonce: sending it costs a few string and buffer joins. */
export type SealedPage = {
  status: number;
  bytes: number;
  send: (request: IncomingMessage, response: ServerResponse) => void;
};

// Gzip: magic, deflate, no flags, no time, unknown system.
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * Makes the sealed form. The HTML before the nonce is compressed once, up to a byte boundary; per response the nonce and the few
 * bytes behind it follow as an uncompressed last block (RFC 1951, 3.2.4) with the checksum carried on.
 */
export function sealPage({ status, html, redirect }: Rendered, headers: PageHeaders): SealedPage {
  if (redirect) return sealRedirect(status, redirect, headers);
  const cut = html.indexOf(nonceMark);
  const before = Buffer.from(html.slice(0, cut));
  const after = html.slice(cut + nonceMark.length);
  const packed = Buffer.concat([gzipHead, deflateRawSync(before, { level: 9, finishFlush: constants.Z_FULL_FLUSH })]);
  const checksum = crc32(before);

  function send(request: IncomingMessage, response: ServerResponse) {
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

function sealRedirect(status: number, location: string, headers: PageHeaders): SealedPage {
  const empty = ["content-length", "0"];
  function send(request: IncomingMessage, response: ServerResponse) {
    response.writeHead(status, [...headers.forCached(""), "location", withQueryOf(request, location), ...empty]).end();
  }
  return { status, bytes: 1000, send };
}

/** The page is the same for every query, so its redirect is too; what the visitor's own address says goes along. */
function withQueryOf({ url = "" }: IncomingMessage, location: string): string {
  const query = url.indexOf("?");
  return query === -1 || location.includes("?") ? location : location + url.slice(query);
}
