import { prepareZXingModule, type ReaderOptions, readBarcodes } from "zxing-wasm/reader";
import { brighten, meanLight, refocus, type Picture } from "./improve.ts";

/** The result of reading one frame. */
export type Reading = {
  codes: string[];
  /** Mean brightness of the frame, 0 to 255. */
  light: number;
};

export type ToWorker = { wasm: string } | Picture;
export type FromWorker = Reading | { error: string };

const options: ReaderOptions = { formats: ["QRCode"], maxNumberOfSymbols: 2 };

/** If the plain frame has no code, one of these is tried. A guest holds a ticket up for many frames. */
const retries: ((frame: Picture, light: number) => Picture)[] = [
  (frame, light) => (light < 90 ? brighten(frame) : refocus(frame, 2)),
  (frame) => refocus(frame, 2),
  (frame) => refocus(frame, 1),
];
let turn = 0;

async function readCodes(picture: Picture): Promise<string[]> {
  const found = await readBarcodes(picture as ImageData, options);
  return found.filter(({ isValid }) => isValid).map(({ text }) => text);
}

async function answer(message: ToWorker): Promise<FromWorker> {
  if ("wasm" in message) {
    await prepareZXingModule({ overrides: { locateFile: () => message.wasm }, fireImmediately: true });
    return { codes: [], light: 0 };
  }
  const light = meanLight(message);
  const codes = await readCodes(message);
  if (codes.length > 0) return { codes, light };
  return { codes: await readCodes(retries[turn++ % retries.length]!(message, light)), light };
}

// The project's types are for a page, where postMessage requires an origin; this is the worker's own postMessage.
const post = (message: FromWorker) =>
  (self as unknown as { postMessage(message: FromWorker): void }).postMessage(message);

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  answer(data).then(post, (error: unknown) => post({ error: String(error) }));
};
