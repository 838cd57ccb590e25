import type { Picture } from "./improve.ts";

/** The result of reading one frame. */
export type Reading = {
  codes: string[];
  /** Mean brightness of the frame, 0 to 255. */
  light: number;
};

/** Finds QR codes in a frame. Reads one frame at a time and takes ownership of the frame's pixels. */
export type Reader = {
  kind: "browser" | "wasm";
  read(frame: Picture): Promise<Reading>;
  close?(): void;
};

let opening: Promise<Reader> | undefined;

/**
 * The browser's own QR code reader if it has one, else ZXing in WebAssembly from our own host. Opened once per page; if
 * opening fails (no network yet), it can be retried.
 */
export function openReader(): Promise<Reader> {
  opening ??= open().catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

async function open(): Promise<Reader> {
  const { openBrowserReader } = await import("./browser-reader.ts");
  const own = await openBrowserReader();
  return own ?? openWasm();
}

async function openWasm(): Promise<Reader> {
  const { openWasmReader } = await import("./wasm-reader.ts");
  return openWasmReader();
}

/** Replaces a reader that keeps failing, as the built-in one does on phones without its system service. */
export function replaceReader(failing: Reader): Promise<Reader> {
  failing.close?.();
  opening = openWasm().catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}
