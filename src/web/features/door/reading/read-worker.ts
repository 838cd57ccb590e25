import { prepareZXingModule, type ReaderOptions, readBarcodes } from "zxing-wasm/reader";
import { brighten, meanLight, refocus, type Picture } from "./improve.ts";
import type { Reading } from "./reader.ts";

export type ToWorker = { wasm: string } | Picture;
export type FromWorker = Reading | { fault: string };

const options: ReaderOptions = { formats: ["QRCode"], maxNumberOfSymbols: 2 };

/** Each frame gets one of these when a plain look found nothing; a guest holds a ticket for many frames. */
const secondLooks: ((frame: Picture, light: number) => Picture)[] = [
  (frame, light) => (light < 90 ? brighten(frame) : refocus(frame, 2)),
  (frame) => refocus(frame, 2),
  (frame) => refocus(frame, 1),
];
let turn = 0;

async function look(picture: Picture): Promise<string[]> {
  const found = await readBarcodes(picture as ImageData, options);
  return found.filter(({ isValid }) => isValid).map(({ text }) => text);
}

async function answer(message: ToWorker): Promise<FromWorker> {
  if ("wasm" in message) {
    await prepareZXingModule({ overrides: { locateFile: () => message.wasm }, fireImmediately: true });
    return { codes: [], light: 0 };
  }
  const light = meanLight(message);
  const codes = await look(message);
  if (codes.length > 0) return { codes, light };
  return { codes: await look(secondLooks[turn++ % secondLooks.length]!(message, light)), light };
}

// The room's types are a page's, where postMessage asks for an origin; here it is the worker's own.
const post = (message: FromWorker) =>
  (self as unknown as { postMessage(message: FromWorker): void }).postMessage(message);

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  answer(data).then(post, (error: unknown) => post({ fault: String(error) }));
};
