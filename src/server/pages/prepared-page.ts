import type { IncomingMessage, ServerResponse } from "node:http";
import { randomBytes } from "node:crypto";
import { constants, crc32, deflateRawSync } from "node:zlib";
import type { PageHeaders } from "./security-headers.ts";

/**
 * Placeholder in rendered HTML for each response's nonce. Drawn once per process and replaced in every response, so
 * that no URL and no text of a page can contain it.
 */
export const nonceMark = `%nonce-${randomBytes(18).toString("hex")}%`;

type Rendered = { status: number; html: string; redirect?: string };

/** A finished page that only lacks its nonce. Sending it costs a few string and buffer joins. */
export type PreparedPage = {
  status: number;
  bytes: number;
  /** @param common the headers that every response of the server has, alternating names and values */
  send: (request: IncomingMessage, response: ServerResponse, common?: string[]) => void;
};

// Gzip header: magic, deflate, no flags, no time, unknown system.
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * Prepares a page for sending. The HTML before the nonce is compressed once, up to a byte boundary. Each response adds
 * the nonce and what follows it as uncompressed blocks (RFC 1951, 3.2.4) and continues the checksum.
 *
 * @param url decides what the page may load from elsewhere
 * @throws Error if the page has no place for its nonce
 */
export function preparePage({ status, html, redirect }: Rendered, headers: PageHeaders, url = "/"): PreparedPage {
  if (redirect) return prepareRedirect(status, redirect, headers);
  const cut = html.indexOf(nonceMark);
  if (cut < 0) throw new Error("The rendered page has no place for its nonce");
  const before = Buffer.from(html.slice(0, cut));
  const after = html.slice(cut + nonceMark.length);
  const packed = Buffer.concat([gzipHead, deflateRawSync(before, { level: 9, finishFlush: constants.Z_FULL_FLUSH })]);
  const checksum = crc32(before);

  function send(request: IncomingMessage, response: ServerResponse, common: string[] = []) {
    const nonce = headers.createNonce();
    const rest = Buffer.from(nonce + after);
    const zipped = request.headers["accept-encoding"]?.includes("gzip") === true;
    const tail = zipped ? lastBlocks(rest, before.length, checksum) : rest;
    const head = zipped ? packed : before;
    const length = String(head.length + tail.length);
    response.writeHead(status, [
      ...common,
      ...headers.forCached(nonce, url),
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

/** An uncompressed block states its length in 16 bits. */
const maxBlockBytes = 0xffff;

/** The end of a gzip stream: `rest` (never empty, it starts with the nonce) in blocks, checksum and length. */
function lastBlocks(rest: Buffer, lengthBefore: number, checksumBefore: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < rest.length; at += maxBlockBytes) {
    const block = rest.subarray(at, at + maxBlockBytes);
    const head = Buffer.allocUnsafe(5);
    head[0] = at + block.length === rest.length ? 1 : 0;
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(~block.length & 0xffff, 3);
    parts.push(head, block);
  }
  const end = Buffer.allocUnsafe(8);
  end.writeUInt32LE(crc32(rest, checksumBefore), 0);
  end.writeUInt32LE((lengthBefore + rest.length) >>> 0, 4);
  return Buffer.concat([...parts, end]);
}

function prepareRedirect(status: number, location: string, headers: PageHeaders): PreparedPage {
  const empty = ["content-length", "0"];
  function send(request: IncomingMessage, response: ServerResponse, common: string[] = []) {
    response
      .writeHead(status, [...common, ...headers.forCached(""), "location", withQueryOf(request, location), ...empty])
      .end();
  }
  return { status, bytes: 1000, send };
}

/** The page is the same for every query, so its redirect is too. The visitor's own query is passed on. */
function withQueryOf({ url = "" }: IncomingMessage, location: string): string {
  const query = url.indexOf("?");
  return query === -1 || location.includes("?") ? location : location + url.slice(query);
}
