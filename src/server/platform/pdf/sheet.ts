import { buffer } from "node:stream/consumers";
import type PDFDocument from "pdfkit";
import { cleanText, fontFile, setLetters, type FontName, type Letters, type Style } from "./letters.ts";

export type { Sheet };

/** A document's metadata, for lists, readers and printers. */
interface SheetOptions {
  title: string;
  author: string;
  size: "letter" | "a4";
  /** The file's creation date: the same content produces the same bytes. */
  madeAt: Date;
  margin?: number;
}

/** The role of a text, for screen readers. */
type Tag = "H1" | "H2" | "P" | "TH" | "TD";

/** Where and how a text is set, in points from the upper left corner. */
interface TextBox {
  x: number;
  y: number;
  width: number;
  size: number;
  style?: Style;
  color?: string;
  align?: "left" | "right";
  /** Text beyond this many lines ends in an ellipsis. */
  maxLines?: number;
  tag?: Tag;
  /** The part of a table that it belongs to. */
  within?: Part;
  /** Repeated on each page, so not read aloud. */
  isRepeated?: boolean;
}

/** A part of the document's structure: a table or a row. */
export type Part = ReturnType<PDFKit.PDFDocument["struct"]>;

let Pdf: typeof PDFDocument;

/** Opens an empty document. Loads pdfkit with the first one: it takes a good part of a server's start. */
export async function openSheet(options: SheetOptions): Promise<Sheet> {
  ({ default: Pdf } = await import("pdfkit"));
  return new Sheet(options);
}

/** Line height as a multiple of the font size. */
const lineStep = 1.32;

/** A PDF document in progress: white paper, our own typefaces, tagged for screen readers. Knows no nouns. */
class Sheet {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  /** True once some text had characters that our typefaces lack. */
  lacksLetters = false;
  readonly #doc: PDFKit.PDFDocument;
  readonly #open: Part[] = [];

  constructor(options: SheetOptions) {
    this.margin = options.margin ?? 54;
    const doc = new Pdf({
      size: options.size.toUpperCase(),
      margin: 0,
      bufferPages: true,
      tagged: true,
      displayTitle: true,
      lang: "en-US",
      pdfVersion: "1.7",
      info: { Title: cleanText(options.title), Author: cleanText(options.author), CreationDate: options.madeAt },
    });
    this.#doc = doc;
    this.width = doc.page.width;
    this.height = doc.page.height;
  }

  /** Width between the margins. */
  get inner(): number {
    return this.width - 2 * this.margin;
  }

  /** Height of a text of this many lines. */
  heightOf(lines: number, size: number): number {
    return lines * size * lineStep;
  }

  /** Sets a text in its box, broken into lines. @returns its height */
  text(text: string, box: TextBox): number {
    const letters = this.#letters(text, box.style ?? "text");
    if (!letters.isWhole) this.lacksLetters = true;
    const lines = this.#breakLines(letters, box);
    if (lines.length === 0) return 0;
    this.#tagged(letters, box, () => {
      for (const [index, line] of lines.entries()) {
        const y = box.y + index * box.size * lineStep;
        const x = box.align === "right" ? box.x + box.width - this.#widthOf(line, box) : box.x;
        this.#write(line, x, y, box);
      }
    });
    return this.heightOf(lines.length, box.size);
  }

  /** Width of a text on one line. */
  widthOf(text: string, box: Pick<TextBox, "size" | "style">): number {
    return this.#widthOf(text, box);
  }

  /** Draws a horizontal line. */
  rule(x: number, y: number, width: number, color: string, thickness = 0.6): void {
    this.#artifact("Layout", () =>
      this.#doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(thickness)
        .stroke(color),
    );
  }

  /** Fills a rectangle, or draws its outline. */
  box(x: number, y: number, width: number, height: number, paint: { fill?: string; line?: string }): void {
    this.#artifact("Layout", () => {
      const shape = this.#doc.rect(x, y, width, height);
      if (paint.fill !== undefined) shape.fill(paint.fill);
      else shape.lineWidth(0.8).stroke(paint.line ?? "#000");
    });
  }

  /** Fills the true cells of a grid, such as a QR code, as one shape. `each` is the side of a cell in points. */
  cells(rows: boolean[][], { x, y, each }: { x: number; y: number; each: number }): void {
    this.#artifact("Layout", () => {
      for (const [down, row] of rows.entries()) {
        for (const [along, dark] of row.entries()) {
          if (dark) this.#doc.rect(x + along * each, y + down * each, each, each);
        }
      }
      this.#doc.fill("#000");
    });
  }

  /** Opens a part of the structure, inside another part or the document. */
  part(kind: "Table" | "TR", within?: Part): Part {
    const part = this.#doc.struct(kind);
    if (within === undefined) this.#doc.addStructure(part);
    else within.add(part);
    this.#open.push(part);
    return part;
  }

  /** Starts a new page. */
  addPage(): void {
    this.#doc.addPage();
  }

  /** Goes over all pages again, to print what needs the page count. */
  onEachPage(draw: (page: number, count: number) => void): void {
    const { start, count } = this.#doc.bufferedPageRange();
    for (let index = 0; index < count; index++) {
      this.#doc.switchToPage(start + index);
      draw(index + 1, count);
    }
  }

  /** Closes the document. */
  async finish(): Promise<Buffer> {
    for (const part of this.#open.toReversed()) part.end();
    this.#doc.end();
    return buffer(this.#doc);
  }

  #letters(text: string, style: Style): Letters {
    return setLetters(text, style, (font, character) => this.#has(font, character));
  }

  #has(font: FontName, character: string): boolean {
    return openFont(font).characters.has(character.codePointAt(0)!);
  }

  #use(font: FontName): void {
    if (!this.#known.has(font)) {
      this.#known.add(font);
      this.#doc.registerFont(font, openFont(font).parsed);
    }
    this.#doc.font(font);
  }
  readonly #known = new Set<FontName>();

  #widthOf(text: string, { size, style = "text" }: Pick<TextBox, "size" | "style">): number {
    return this.#letters(text, style).runs.reduce((sum, run) => {
      this.#use(run.font);
      return sum + this.#doc.fontSize(size).widthOfString(run.text);
    }, 0);
  }

  #write(line: string, x: number, y: number, { size, style = "text", color = "#0b0a09" }: TextBox): void {
    for (const run of this.#letters(line, style).runs) {
      this.#use(run.font);
      this.#doc.fontSize(size).fillColor(color).text(run.text, x, y, { lineBreak: false });
      x += this.#doc.widthOfString(run.text);
    }
  }

  #breakLines({ runs }: Letters, box: TextBox): string[] {
    const words = runs
      .map((run) => run.text)
      .join("")
      .split(" ")
      .flatMap((word) => this.#breakWord(word, box));
    const lines: string[] = [];
    for (const word of words) {
      if (word === "") continue;
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
      if (lines.length > 0 && this.#widthOf(longer, box) <= box.width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    const max = box.maxLines ?? Infinity;
    if (lines.length <= max) return lines;
    return [...lines.slice(0, max - 1), this.#cut(lines[max - 1]!, box)];
  }

  /** Splits a word that is wider than its box. */
  #breakWord(word: string, box: TextBox): string[] {
    if (this.#widthOf(word, box) <= box.width) return [word];
    const pieces = [""];
    for (const letter of word) {
      if (pieces.at(-1) !== "" && this.#widthOf(pieces.at(-1)! + letter, box) > box.width) pieces.push("");
      pieces[pieces.length - 1] += letter;
    }
    return pieces;
  }

  #cut(line: string, box: TextBox): string {
    let fitting = [...line];
    while (fitting.length > 1 && this.#widthOf(`${fitting.join("")}…`, box) > box.width) fitting = fitting.slice(0, -1);
    return `${fitting.join("").trimEnd()}…`;
  }

  #tagged(letters: Letters, { tag = "P", within, isRepeated }: TextBox, draw: () => void): void {
    if (isRepeated) return this.#artifact("Pagination", draw);
    // Text that can't be set can still be copied and read aloud.
    const actual = letters.isWhole ? {} : { actual: letters.text };
    const content = this.#doc.markStructureContent(letters.isWhole ? tag : "Span", actual);
    draw();
    this.#doc.endMarkedContent();
    const element = this.#doc.struct(tag, { ...actual, ...(tag === "TH" ? { scope: "Column" } : {}) }, [content]);
    if (within === undefined) this.#doc.addStructure(element);
    else within.add(element);
  }

  #artifact(type: "Layout" | "Pagination", draw: () => unknown): void {
    this.#doc.markContent("Artifact", { type });
    draw();
    this.#doc.endMarkedContent();
  }
}

/** What we use of a font as fontkit parsed it. */
interface ParsedFont {
  characterSet: number[];
  glyphForCodePoint(character: number): unknown;
}

interface OpenFont {
  parsed: PDFKit.Mixins.PDFFontSource;
  characters: Set<number>;
}

const openFonts = new Map<FontName, OpenFont>();

/** A font that is read once and shared by all documents: reading it takes as long as writing one. */
function openFont(font: FontName): OpenFont {
  let open = openFonts.get(font);
  if (open === undefined) {
    // In its own document: otherwise the first real one would differ from all others.
    const doc = new Pdf({ autoFirstPage: false }).font(fontFile(font));
    // The types don't show what pdfkit made of the file.
    const { _font } = doc as unknown as { _font: { font: ParsedFont } };
    // A glyph keeps the characters that it was first read for. As a part of another one ("n" of "ñ") it would have none,
    // and no document could be searched for it anymore.
    for (const character of _font.font.characterSet) _font.font.glyphForCodePoint(character);
    open = { parsed: _font.font as never, characters: new Set(_font.font.characterSet) };
    openFonts.set(font, open);
  }
  return open;
}
