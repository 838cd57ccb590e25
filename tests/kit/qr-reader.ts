import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

const wasmBinary = readFileSync(createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm"));
// As a copy: the reader wants the bytes alone, without the pool that Node keeps them in.
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } });

/** What the QR codes of a picture say, read by the same reader that the door uses. */
export async function readQrCodes(picture: Buffer): Promise<string[]> {
  const found = await readBarcodes(new Uint8Array(picture), { formats: ["QRCode"] });
  return found.map((code) => code.text);
}
