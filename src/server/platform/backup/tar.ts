/** A file or folder of a tar archive. A folder's name ends with `/`. */
export interface TarEntry {
  name: string;
  mode: number;
  size: number;
  /** Exactly `size` bytes; a reader takes them before it asks for the next entry. */
  content: AsyncIterable<Buffer>;
}

const block = 512;
/** The largest size that fits the classic header; above it, and for long names, a pax header says more. */
const largestPlainSize = 0o77777777777;
const longestPlainName = 100;
const paddingOf = (size: number) => (block - (size % block)) % block;

/** The archive's bytes for one entry, as any tar program reads them. */
export async function* writeEntry({ name, mode, size, content }: TarEntry): AsyncGenerator<Buffer> {
  const pax = [
    ...(Buffer.byteLength(name) > longestPlainName ? [paxRecord("path", name)] : []),
    ...(size > largestPlainSize ? [paxRecord("size", String(size))] : []),
  ].join("");
  if (pax !== "") {
    const text = Buffer.from(pax);
    yield header("pax", 0o600, text.length, "x");
    yield padded(text);
  }
  yield header(name, mode, size, name.endsWith("/") ? "5" : "0");
  let written = 0;
  for await (const chunk of content) {
    written += chunk.length;
    yield chunk;
  }
  if (written !== size) throw new Error(`${name} should have ${size} bytes, but has ${written}`);
  yield Buffer.alloc(paddingOf(size));
}

/** What ends an archive. */
export const endOfArchive = () => Buffer.alloc(2 * block);

const padded = (content: Buffer) => Buffer.concat([content, Buffer.alloc(paddingOf(content.length))]);

/** `length key=value\n`, where the length counts its own digits. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  let length = bytes + String(bytes).length;
  if (bytes + String(length).length !== length) length++;
  return `${length}${rest}`;
}

function header(name: string, mode: number, size: number, type: "0" | "5" | "x"): Buffer {
  const bytes = Buffer.alloc(block);
  const octal = (value: number, at: number, digits: number) =>
    bytes.write(`${value.toString(8).padStart(digits, "0")}\0`, at, "latin1");
  bytes.write(name.slice(0, longestPlainName), 0, longestPlainName, "utf8");
  octal(mode, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(Math.min(size, largestPlainSize), 124, 11);
  octal(0, 136, 11);
  bytes.write(type, 156, "latin1");
  bytes.write("ustar\x0000", 257, "latin1");
  bytes.write(`${sumOf(bytes).toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return bytes;
}

/** The header's sum, with the field that holds it counted as spaces. */
function sumOf(bytes: Buffer): number {
  let sum = 0;
  for (const [at, byte] of bytes.entries()) sum += at >= 148 && at < 156 ? 0x20 : byte;
  return sum;
}

/** Makes the error for an archive that isn't as it was written. The reason is the end of a sentence. */
type Damaged = (reason: string) => Error;

/** Hands out a stream's bytes in pieces of any size, holding no more than one chunk. */
class ByteSource {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #damaged: Damaged;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>, damaged: Damaged) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#damaged = damaged;
  }

  async *read(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0;) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next();
        if (next.done === true) throw this.#damaged("it ends too early");
        this.#rest = next.value;
      }
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async whole(count: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.read(count)) pieces.push(piece);
    return Buffer.concat(pieces);
  }
}

/**
 * The entries of an archive that `writeEntry` wrote. A caller takes all of an entry's content, or none of it.
 *
 * @param damaged makes the error that is thrown if it isn't such an archive, or ends before its end
 */
export async function* readTar(chunks: AsyncIterable<Buffer>, damaged: Damaged): AsyncGenerator<TarEntry> {
  const source = new ByteSource(chunks, damaged);
  let pax: Record<string, string> = {};
  for (;;) {
    const head = await source.whole(block);
    if (head.every((byte) => byte === 0)) return;
    const field = (at: number, length: number) => head.toString("utf8", at, at + length).replace(/\0.*$/s, "");
    if (Number.parseInt(field(148, 8), 8) !== sumOf(head)) throw damaged("a header in it was changed");
    const size = pax.size === undefined ? Number.parseInt(field(124, 12), 8) : Number(pax.size);
    if (field(156, 1) === "x") {
      pax = parsePax(await source.whole(size));
      await source.whole(paddingOf(size));
      continue;
    }
    const content = source.read(size);
    yield { name: pax.path ?? field(0, longestPlainName), mode: Number.parseInt(field(100, 8), 8), size, content };
    for await (const _ of content);
    await source.whole(paddingOf(size));
    pax = {};
  }
}

function parsePax(bytes: Buffer): Record<string, string> {
  const records = bytes.toString("utf8").split("\n").filter(Boolean);
  return Object.fromEntries(records.map((record) => /^\d+ ([^=]+)=(.*)$/s.exec(record)?.slice(1) ?? []));
}
