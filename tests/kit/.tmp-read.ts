import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import * as improve from "../../src/web/features/door/reading/improve.ts";
prepareZXingModule({ overrides: { wasmBinary: (await readFile("node_modules/zxing-wasm/dist/reader/zxing_reader.wasm")).buffer as ArrayBuffer } });
const q = async (p: improve.Picture, o = {}) => { const t = performance.now(); const f = await readBarcodes(p as never, { formats: ["QRCode"], maxNumberOfSymbols: 2, ...o } as never); return `${f[0]?.isValid ? "YES" : "no "} ${(performance.now() - t).toFixed(0)}ms`; };
for (const name of process.argv.slice(2)) {
  const { data, info } = await sharp(name).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const image = { data: new Uint8ClampedArray(data), width: info.width, height: info.height } as improve.Picture;
  const st = await sharp(name).stats();
  console.log(name, "max", st.channels.map(c => c.max).join(), "mean", improve.meanLight(image).toFixed(2), "raw", await q(image), "bright", await q(improve.brighten(image)), "refocus2", await q(improve.refocus(image, 2)), "refocus1", await q(improve.refocus(image, 1)));
  await sharp(Buffer.from(improve.brighten(image).data), { raw: { width: info.width / 2, height: info.height / 2, channels: 4 } }).png().toFile(name.replace(".png", "-b.png"));
}
