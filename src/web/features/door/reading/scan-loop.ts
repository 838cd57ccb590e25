import { pause } from "../scanner.ts";
import type { Picture } from "./improve.ts";
import type { Reading } from "./read-worker.ts";
import { openReader, replaceReader, type Reader } from "./reader.ts";

type ScanLoop = {
  video: HTMLVideoElement;
  signal: AbortSignal;
  onReading: (reading: Reading) => void;
  /** No new frame for a while although the page is visible. */
  onFrozen: () => void;
  /** The code reader loaded or failed to load; a failed load is retried until it succeeds. */
  onReader: (state: "ready" | "failed") => void;
};

/** Longer sides are scaled down to this: a code a twelfth as wide still has three pixels per module. */
const longestSide = 1280;
const shortestGapMs = 60;
const frozenAfterMs = 3000;
const retryReaderMs = 3000;
const failuresBeforeReplacing = 5;

/** Reads one frame after another until aborted. A frame that arrives while another is being read is skipped. */
export async function runScanLoop(loop: ScanLoop): Promise<void> {
  const { video, signal } = loop;
  const grab = frameGrabber(video);
  let reader: Reader | undefined;
  let failures = 0;
  while (!signal.aborted) {
    reader ??= await loadReader(loop);
    const startedAt = performance.now();
    const arrived = await nextFrame(video, signal);
    if (signal.aborted || reader === undefined) return;
    if (!arrived) {
      if (document.visibilityState === "visible") loop.onFrozen();
      continue;
    }
    const frame = grab();
    try {
      const reading = frame && (await reader.read(frame));
      failures = 0;
      if (reading && !signal.aborted) loop.onReading(reading);
    } catch {
      if (++failures < failuresBeforeReplacing) continue;
      failures = 0;
      reader = await replaceReader(reader).catch(() => undefined);
    }
    await pause(Math.max(0, shortestGapMs - (performance.now() - startedAt)), signal);
  }
}

async function loadReader({ signal, onReader }: ScanLoop): Promise<Reader | undefined> {
  while (!signal.aborted) {
    try {
      const reader = await openReader();
      onReader("ready");
      return reader;
    } catch {
      onReader("failed");
      await pause(retryReaderMs, signal);
    }
  }
  return undefined;
}

/** Waits for a new frame. @returns false if none arrives in time */
function nextFrame(video: HTMLVideoElement, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const seen = video.currentTime;
    // Firefox before 132 has no frame callback, so watch the video's clock there.
    const canCall = typeof video.requestVideoFrameCallback === "function";
    const call = canCall ? video.requestVideoFrameCallback(() => finish(true)) : 0;
    const poll = canCall ? undefined : setInterval(() => video.currentTime !== seen && finish(true), 50);
    const timer = setTimeout(() => finish(false), frozenAfterMs);
    const stop = () => finish(false);
    signal.addEventListener("abort", stop);
    function finish(arrived: boolean) {
      if (canCall) video.cancelVideoFrameCallback(call);
      clearInterval(poll);
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve(arrived);
    }
  });
}

/** Grabs frames from a video at a useful size for reading. */
function frameGrabber(video: HTMLVideoElement): () => Picture | undefined {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return () => {
    const { videoWidth, videoHeight } = video;
    if (!context || videoWidth === 0 || videoHeight === 0) return undefined;
    const scale = Math.min(1, longestSide / Math.max(videoWidth, videoHeight));
    const width = Math.round(videoWidth * scale);
    const height = Math.round(videoHeight * scale);
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    context.drawImage(video, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  };
}
