import wasmAddress from "zxing-wasm/reader/zxing_reader.wasm?url";
import type { Reader, Reading } from "./reader.ts";
import type { FromWorker, ToWorker } from "./read-worker.ts";

const loadWithinMs = 60_000;
const readWithinMs = 8000;

/**
 * Starts ZXing in a worker, so a cheap phone's screen stays responsive while it reads. The program loads from /assets.
 *
 * @throws Error if it can't be loaded
 */
export async function openWasmReader(): Promise<Reader> {
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
