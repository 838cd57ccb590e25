import { crc32, deflateRawSync } from "node:zlib";

/** What a file in a ZIP claims about itself, where it isn't the truth. */
export type ZipLie = { size?: number };

/** Builds a ZIP of these files; `lie` changes the size that its headers claim. */
export function zipOf(files: Record<string, string | Buffer>, lie: ZipLie = {}): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content as string);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(lie.size ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    parts.push(Buffer.from("PK\x03\x04"), fields, Buffer.from(name), packed);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\0"), fields, more, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + packed.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length / 4, 4);
  end.writeUInt16LE(directory.length / 4, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from("PK\x05\x06"), end]);
}

/** Parts of a workbook beside its sheets. */
export type WorkbookParts = {
  sheets: { xml: string; state?: string }[];
  texts?: string;
  styles?: string;
  is1904?: boolean;
};

/** Builds an .xlsx from the XML of its sheets' rows, as Excel writes it. */
export function workbookOf({ sheets, texts = "", styles = "", is1904 = false }: WorkbookParts, lie: ZipLie = {}) {
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const relation = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
  const named = sheets.map(({ state }, index) => {
    return `<sheet name="Sheet${index + 1}" sheetId="${index + 1}" r:id="rId${index + 1}"${state ? ` state="${state}"` : ""}/>`;
  });
  const related = sheets.map(
    (_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const files: Record<string, string> = {
    "[Content_Types].xml": `${head}<Types/>`,
    "xl/workbook.xml": `${head}<workbook ${main} ${relation}><workbookPr${is1904 ? ' date1904="1"' : ""}/><sheets>${named.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${head}<Relationships>${related.join("")}</Relationships>`,
    "xl/styles.xml": `${head}<styleSheet ${main}>${styles}</styleSheet>`,
  };
  sheets.forEach(({ xml }, index) => {
    files[`xl/worksheets/sheet${index + 1}.xml`] =
      `${head}<worksheet ${main}><sheetData>${xml}</sheetData></worksheet>`;
  });
  if (texts !== "") files["xl/sharedStrings.xml"] = `${head}<sst ${main}>${texts}</sst>`;
  return zipOf(files, lie);
}
