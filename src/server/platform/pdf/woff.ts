import { inflateSync } from "node:zlib";

/** Sizes in bytes of a WOFF's header and directory entries, then those of a plain font. */
const sizes = { head: 44, entry: 20, plainHead: 12, plainEntry: 16 };

interface Table {
  tag: number;
  checksum: number;
  body: Buffer;
}

/**
 * Unpacks a WOFF file into the plain font inside it (https://www.w3.org/TR/WOFF/). PDF libraries read packed fonts too,
 * but unpack a table again each time they use it.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("This is not a WOFF file");
  const count = woff.readUInt16BE(12);
  const tables: Table[] = [];
  for (let index = 0; index < count; index++) {
    const at = sizes.head + index * sizes.entry;
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const bytes = woff.subarray(offset, offset + packed);
    const body = packed < length ? inflateSync(bytes) : bytes;
    tables.push({ tag: woff.readUInt32BE(at), checksum: woff.readUInt32BE(at + 16), body });
  }
  return writePlain(woff.readUInt32BE(4), tables);
}

const padded = (length: number) => (length + 3) & ~3;

function writePlain(flavor: number, tables: Table[]): Buffer {
  const start = sizes.plainHead + tables.length * sizes.plainEntry;
  const font = Buffer.alloc(start + tables.reduce((sum, { body }) => sum + padded(body.length), 0));
  const power = Math.floor(Math.log2(tables.length));
  font.writeUInt32BE(flavor, 0);
  font.writeUInt16BE(tables.length, 4);
  font.writeUInt16BE(16 * 2 ** power, 6);
  font.writeUInt16BE(power, 8);
  font.writeUInt16BE(16 * (tables.length - 2 ** power), 10);
  let at = start;
  for (const [index, { tag, checksum, body }] of tables.entries()) {
    const entry = sizes.plainHead + index * sizes.plainEntry;
    [tag, checksum, at, body.length].forEach((value, field) => font.writeUInt32BE(value, entry + 4 * field));
    body.copy(font, at);
    at += padded(body.length);
  }
  return font;
}
