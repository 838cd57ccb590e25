import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

const wasmBinary = readFileSync(createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm"));
// A copy, because the reader needs a buffer with only these bytes, not Node's shared pool.
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } });

/** The contents of an image's QR codes, read by the same reader that the scanner uses. */
export async function readQrCodes(picture: Buffer): Promise<string[]> {
  const found = await readBarcodes(new Uint8Array(picture), { formats: ["QRCode"] });
  return found.map((code) => code.text);
}
