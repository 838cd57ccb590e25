import type { Picture } from "./improve.ts";

/** What one look at a frame gave. */
export type Reading = {
  codes: string[];
  /** Mean brightness of the frame, 0 to 255. */
  light: number;
};

/** Finds QR codes in a frame. One frame at a time; the frame's pixels belong to the reader once they are handed over. */
export type Reader = {
  kind: "browser" | "wasm";
  read(frame: Picture): Promise<Reading>;
  close?(): void;
};

let opening: Promise<Reader> | undefined;

/**
 * The browser's own code reader where it has one for QR, else ZXing in WebAssembly from our own host. Opened once per page;
 * a failed opening (no network yet) may be tried again.
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

/** Gives up on a reader that fails again and again, as some phones' own does without its system service. */
export function replaceReader(failing: Reader): Promise<Reader> {
  failing.close?.();
  opening = openWasm().catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}
