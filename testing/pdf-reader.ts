import { inflateSync } from "node:zlib";

/** A piece of text in a PDF, as someone who selects it gets it. In points from the lower left corner. */
export interface Piece {
  page: number;
  x: number;
  y: number;
  size: number;
  font: string;
  text: string;
}

/** A parsed PDF. Works for pdfkit's files only. */
export interface ReadPdf {
  pages: { width: number; height: number }[];
  pieces: Piece[];
  /** The replacement text for characters that the font lacks. */
  actualTexts: string[];
  /** All text in the order in which it was drawn. */
  text: string;
  /** The file uncompressed, to search for names in. */
  plain: string;
}

/** Parses a PDF. Fails where text can't be selected: the file must embed the font and map its glyphs to characters. */
export function readPdf(file: Buffer): ReadPdf {
  const objects = readObjects(file);
  const body = (ref: string | undefined) => objects.get(Number(ref))!;
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head));
  const pieces = pages.flatMap(({ head }, index) => {
    const resources = body(/\/Resources (\d+) 0 R/.exec(head)![1]).head;
    const fonts = new Map<string, Font>();
    for (const [, name, ref] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) fonts.set(name!, readFont(body, ref!));
    return readContent(body(/\/Contents (\d+) 0 R/.exec(head)![1]).stream!.toString("latin1"), fonts, index + 1);
  });
  const plain = [...objects.values()].map(({ head, stream }) => head + (stream?.toString("latin1") ?? "")).join("\n");
  return {
    pages: pages.map(({ head }) => {
      const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(head)!;
      return { width: Number(width), height: Number(height) };
    }),
    pieces,
    actualTexts: [...plain.matchAll(/\/ActualText \(((?:\\.|[^\\)])*)\)/gs)].map(([, raw]) => readString(raw!)),
    text: pieces.map(({ text }) => text).join(" "),
    plain,
  };
}

interface PdfObject {
  head: string;
  stream: Buffer | undefined;
}

function readObjects(file: Buffer): Map<number, PdfObject> {
  const text = file.toString("latin1");
  const objects = new Map<number, PdfObject>();
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const start = match.index + match[0].length;
    const end = text.indexOf("\nendobj", start);
    const at = text.indexOf("stream\n", start);
    const hasStream = at !== -1 && at < end;
    const head = text.slice(start, hasStream ? at : end);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
    const packed = file.subarray(at + 7, at + 7 + length);
    const stream = hasStream ? (head.includes("/FlateDecode") ? inflateSync(packed) : packed) : undefined;
    objects.set(Number(match[1]), { head, stream });
  }
  return objects;
}

interface Font {
  name: string;
  letters: Map<number, string>;
}

function readFont(body: (ref: string | undefined) => PdfObject, ref: string): Font {
  const { head } = body(ref);
  const cmap = body(/\/ToUnicode (\d+) 0 R/.exec(head)?.[1]);
  const descendant = body(/\/DescendantFonts \[(\d+) 0 R/.exec(head)?.[1]).head;
  const descriptor = body(/\/FontDescriptor (\d+) 0 R/.exec(descendant)?.[1]).head;
  if (!/\/FontFile[23]? \d+ 0 R/.test(descriptor)) throw new Error(`The font of ${head} is not in the file`);
  const letters = new Map<number, string>();
  for (const [, from, list] of cmap.stream!.toString("latin1").matchAll(/<(\w+)> <\w+> \[(.*?)\]/gs)) {
    for (const [index, [, hex]] of [...list!.matchAll(/<([\w ]+)>/g)].entries()) {
      letters.set(parseInt(from!, 16) + index, readHex(hex!.replaceAll(" ", "")));
    }
  }
  return { name: /\/BaseFont \/([\w+-]+)/.exec(head)![1]!, letters };
}

function readContent(content: string, fonts: Map<string, Font>, page: number): Piece[] {
  const pieces: Piece[] = [];
  let place = { x: 0, y: 0 };
  let font: Font | undefined;
  let size = 0;
  const tokens = /1 0 0 1 ([\d.-]+) ([\d.-]+) Tm|\/(F\d+) ([\d.]+) Tf|\[([^\]]*)\] TJ/g;
  for (const [, x, y, name, points, glyphs] of content.matchAll(tokens)) {
    if (x !== undefined) place = { x: Number(x), y: Number(y) };
    if (name !== undefined) [font, size] = [fonts.get(name)!, Number(points)];
    if (glyphs === undefined) continue;
    const codes = [...glyphs.matchAll(/<(\w+)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g)!);
    const text = codes.map((code) => font!.letters.get(parseInt(code, 16))!).join("");
    pieces.push({ page, ...place, size, font: font!.name, text });
  }
  return pieces;
}

const readHex = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");

function readString(raw: string): string {
  const escapes: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
  const text = raw.replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter);
  const bytes = Buffer.from(text, "latin1");
  return bytes[0] === 0xfe && bytes[1] === 0xff ? Buffer.from(bytes.subarray(2)).swap16().toString("utf16le") : text;
}
