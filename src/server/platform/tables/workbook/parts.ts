import { inflateRawSync } from "node:zlib";
import { SaxesParser } from "saxes";
import { decodeText } from "../decode-text.ts";
import { TableProblem } from "../table.ts";

/** The files inside a ZIP. Nothing is unpacked until it is read. */
export interface ZipParts {
  names: string[];
  /** The file with this name; undefined if there is none. Unpacks no more than what is left of the cap. */
  read(name: string): Uint8Array | undefined;
}

interface Entry {
  method: number;
  packedSize: number;
  offset: number;
  isEncrypted: boolean;
}

const broken = () =>
  new TableProblem("This Excel file is damaged. Open it in Excel, save it again as Excel Workbook (.xlsx) or CSV.");

/** Most files in a workbook: pictures and charts count too. */
const maxEntries = 5000;

/**
 * Reads the directory at the end of a ZIP, as Excel does. The sizes in it are never believed: what a file unpacks to is
 * counted while it is unpacked.
 *
 * @param maxBytes that all that is read may unpack to
 * @throws TableProblem
 */
export function openZip(bytes: Uint8Array, maxBytes: number): ZipParts {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = file.lastIndexOf("PK\x05\x06", undefined, "latin1");
  if (end === -1 || end + 22 > file.length) throw broken();
  const entries = readDirectory(file, file.readUInt16LE(end + 10), file.readUInt32LE(end + 16));
  let left = maxBytes;
  return {
    names: [...entries.keys()],
    read(name) {
      const entry = entries.get(name);
      if (entry === undefined) return undefined;
      const part = unpack(file, entry, left);
      left -= part.length;
      return part;
    },
  };
}

function readDirectory(file: Buffer, count: number, start: number): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  let at = start;
  for (let index = 0; index < count; index++) {
    if (index === maxEntries || at + 46 > file.length || file.readUInt32LE(at) !== 0x02014b50) throw broken();
    const nameLength = file.readUInt16LE(at + 28);
    // Some programs write backslashes, or a slash in front.
    const name = file
      .toString("utf8", at + 46, at + 46 + nameLength)
      .replaceAll("\\", "/")
      .replace(/^\//, "");
    entries.set(name, {
      isEncrypted: (file.readUInt16LE(at + 8) & 1) === 1,
      method: file.readUInt16LE(at + 10),
      packedSize: file.readUInt32LE(at + 20),
      offset: file.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
}

function unpack(file: Buffer, { method, packedSize, offset, isEncrypted }: Entry, maxBytes: number): Uint8Array {
  if (isEncrypted) throw new TableProblem("This file has a password. Save it without one, and choose that file.");
  if (offset + 30 > file.length || file.readUInt32LE(offset) !== 0x04034b50) throw broken();
  const start = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28);
  const packed = file.subarray(start, start + packedSize);
  const tooLarge = () =>
    new TableProblem(
      "This workbook unpacks to more than we can read. Copy the list into a new workbook, and save that.",
    );
  if (method === 0 && packed.length <= maxBytes) return packed;
  if (method === 0) throw tooLarge();
  if (method !== 8 || maxBytes < 1) throw method === 8 ? tooLarge() : broken();
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? tooLarge() : broken();
  }
}

/** What happens while XML is read. Names come without their namespace's prefix. */
interface XmlHandler {
  open?(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Characters that the parser gets at once. */
const chunkLength = 65_536;

/**
 * Reads an XML part from start to end.
 *
 * @throws TableProblem if it isn't well-formed, and whatever the handler throws
 */
export function readXml(part: Uint8Array, handler: XmlHandler): void {
  const parser = new SaxesParser();
  const plain = (name: string) => name.slice(name.indexOf(":") + 1);
  parser.on("error", () => {
    throw broken();
  });
  parser.on("opentag", ({ name, attributes }) => handler.open?.(plain(name), attributes as Record<string, string>));
  parser.on("closetag", ({ name }) => handler.close?.(plain(name)));
  parser.on("text", (text) => handler.text?.(text));
  parser.on("cdata", (text) => handler.text?.(text));
  const text = decodeText(part);
  for (let at = 0; at < text.length; at += chunkLength) parser.write(text.slice(at, at + chunkLength));
  parser.close();
}

/** Excel writes characters that XML can't have as `_x000D_`. */
export const unescapeText = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
