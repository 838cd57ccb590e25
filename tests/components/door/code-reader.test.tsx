import { afterEach, beforeEach, expect, test, vi } from "vitest";

// Which reader scans the frames: the browser's own if it has one that works, otherwise ours from /assets.

const code = "SG0123456789ABCDEFGHJKMNPQRSTVWXYZ0123";
const undoing: (() => void)[] = [];
let workers = 0;

/** Replaces the worker with our reader; tests/components/door/read-frames.test.tsx covers what that reader reads. */
class OurWorker {
  onmessage: ((message: { data: unknown }) => void) | undefined;
  constructor() {
    workers++;
  }
  postMessage = (asked: object) =>
    queueMicrotask(() => this.onmessage?.({ data: { codes: "wasm" in asked ? [] : [code], light: 100 } }));
  terminate = () => undefined;
}

function define(name: string, value: unknown) {
  const own = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
  undoing.push(() => (own ? Object.defineProperty(globalThis, name, own) : Reflect.deleteProperty(globalThis, name)));
}

function detector(detect: () => Promise<{ rawValue: string }[]>, formats = ["ean_13", "qr_code"]) {
  define(
    "BarcodeDetector",
    class {
      static getSupportedFormats = async () => formats;
      detect = detect;
    },
  );
}

beforeEach(() => {
  workers = 0;
  // The reader opens once per page, so each test needs its own page.
  vi.resetModules();
  define("Worker", OurWorker);
  define("ImageData", function ImageData() {});
});
afterEach(() => {
  for (const undo of undoing.splice(0)) undo();
  vi.resetModules();
});

const frame = () => ({ data: new Uint8ClampedArray(8 * 8 * 4), width: 8, height: 8 });
const openReader = async () => (await import("#web/features/door/reading/reader.ts")).openReader();

test("a browser with its own code reader uses it and loads no other", async () => {
  detector(async () => [{ rawValue: code }]);
  const reader = await openReader();
  expect(reader.kind).toBe("browser");
  expect((await reader.read(frame())).codes).toEqual([code]);
  expect(workers).toBe(0);
});

test("a browser whose code reader does not support QR codes gets ours", async () => {
  detector(async () => [], ["ean_13"]);
  expect((await openReader()).kind).toBe("wasm");
  expect(workers).toBe(1);
});

test("a browser code reader that always fails is replaced by ours", async () => {
  let failures = 0;
  detector(async () => {
    failures++;
    throw new DOMException("Barcode detection service unavailable.", "NotSupportedError");
  });
  const { runScanLoop } = await import("#web/features/door/reading/scan-loop.ts");
  const video = document.createElement("video");
  Object.assign(video, {
    requestVideoFrameCallback: (call: () => void) => setTimeout(call, 1),
    cancelVideoFrameCallback: (timer: number) => clearTimeout(timer),
  });
  for (const side of ["videoWidth", "videoHeight"]) Object.defineProperty(video, side, { value: 8 });
  const canvas = HTMLCanvasElement.prototype;
  const getContext = Object.getOwnPropertyDescriptor(canvas, "getContext")!;
  undoing.push(() => Object.defineProperty(canvas, "getContext", getContext));
  Object.assign(canvas, { getContext: () => ({ drawImage: () => undefined, getImageData: frame }) });
  const ended = new AbortController();
  const codes = await new Promise<string[]>((resolve) => {
    void runScanLoop({
      video,
      signal: ended.signal,
      onReading: (reading) => resolve(reading.codes),
      onFrozen: () => undefined,
      onReader: () => undefined,
    });
  });
  ended.abort();
  expect(codes).toEqual([code]);
  expect(failures).toBeGreaterThan(1);
  expect(workers).toBe(1);
});
