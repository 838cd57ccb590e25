import wasmAddress from "zxing-wasm/reader/zxing_reader.wasm?url";
import { brighten, meanLight, refocus, type Picture } from "./improve.ts";
import type { FromWorker, Reading, ToWorker } from "./read-worker.ts";

/** Finds QR codes in a frame. Reads one frame at a time and takes ownership of the frame's pixels. */
export type Reader = {
  kind: "browser" | "wasm";
  read(frame: Picture): Promise<Reading>;
  close?(): void;
};

type Detector = { detect(source: ImageData): Promise<{ rawValue: string }[]> };
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

/** The Barcode Detection API, or undefined if the browser lacks it or it doesn't support QR codes. */
async function openBrowserReader(): Promise<Reader | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector) return undefined;
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => []);
  if (!formats.includes("qr_code")) return undefined;

  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  const detect = async ({ data, width, height }: Picture) =>
    (await detector.detect(new ImageData(data, width, height))).map(({ rawValue }) => rawValue);
  let misses = 0;
  return {
    kind: "browser",
    async read(frame) {
      const light = meanLight(frame);
      const codes = await detect(frame);
      // A second attempt takes time on the main thread, so only every third frame gets one.
      if (codes.length > 0 || ++misses % 3 !== 0) return { codes, light };
      return { codes: await detect(light < 60 ? brighten(frame) : refocus(frame, 2)), light };
    },
  };
}

const loadWithinMs = 60_000;
const readWithinMs = 8000;

/**
 * Starts ZXing in a worker, so a cheap phone's screen stays responsive while it reads. The program loads from /assets.
 *
 * @throws Error if it can't be loaded
 */
async function openWasmReader(): Promise<Reader> {
  const worker = new Worker(new URL("./read-worker.ts", import.meta.url), { type: "module" });
  let settle: { resolve: (answer: FromWorker) => void; reject: (error: Error) => void } | undefined;
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => settle?.resolve(data);
  worker.onerror = (e) => settle?.reject(new Error(e.message || "The code reader didn't load"));

  async function ask(message: ToWorker, withinMs: number, hand: Transferable[] = []): Promise<Reading> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      const answer = await new Promise<FromWorker>((resolve, reject) => {
        settle = { resolve, reject };
        timer = setTimeout(() => reject(new Error("The code reader isn't responding")), withinMs);
        worker.postMessage(message, hand);
      });
      if ("error" in answer) throw new Error(answer.error);
      return answer;
    } finally {
      clearTimeout(timer);
    }
  }

  try {
    await ask({ wasm: new URL(wasmAddress, location.href).href }, loadWithinMs);
  } catch (error) {
    worker.terminate();
    throw error;
  }
  return {
    kind: "wasm",
    read: ({ data, width, height }) => ask({ data, width, height }, readWithinMs, [data.buffer]),
    close: () => worker.terminate(),
  };
}

let opening: Promise<Reader> | undefined;

/** Keeps what is being opened; if it fails, the next call tries again. */
function keep(next: Promise<Reader>): Promise<Reader> {
  opening = next.catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

/**
 * The browser's own QR code reader if it has one, else ZXing in WebAssembly from our own host. Opened once per page; if
 * opening fails (no network yet), it can be retried.
 */
export const openReader = (): Promise<Reader> =>
  opening ?? keep(openBrowserReader().then((own) => own ?? openWasmReader()));

/** Replaces a reader that keeps failing, as the built-in one does on phones without its system service. */
export function replaceReader(failing: Reader): Promise<Reader> {
  failing.close?.();
  return keep(openWasmReader());
}
