import { readCamera, writeCamera } from "../door-storage.ts";
import { createStore } from "#web/lib/store.ts";
import {
  type CameraTrouble,
  explainCamera,
  findNextCamera,
  hasTorch,
  listCameras,
  setTorch,
  showCamera,
} from "./camera.ts";
import { runScanLoop } from "./scan-loop.ts";
import type { Reading } from "./read-worker.ts";

const blackBelow = 3;
const blackAfterMs = 2000;

/** Detects video that stays almost black. Reading a code from a dark frame proves that the lens is not covered. */
function createBlackWatch(onChange: (black: boolean) => void) {
  let litAt = performance.now();
  let wasBlack = false;
  return ({ codes, light }: Reading): void => {
    const now = performance.now();
    if (light >= blackBelow || codes.length > 0) litAt = now;
    const black = now - litAt > blackAfterMs;
    if (black !== wasBlack) onChange(black);
    wasBlack = black;
  };
}

export type CameraState =
  | { step: "opening"; again: boolean }
  | { step: "trouble"; trouble: CameraTrouble }
  | {
      step: "running";
      /** Undefined if there is no flashlight to control. */
      torch: boolean | undefined;
      cameras: number;
      /** The video is almost black: a finger, a case or a cover on the lens. */
      black: boolean;
      /** Whether the code reader has loaded, which takes time on bad Wi-Fi. */
      reader: "loading" | "ready" | "failed";
      facesUser: boolean;
    };

export type ScanCamera = ReturnType<typeof createScanCamera>;

const restartsBeforeHelp = 3;

/** The scanner's camera: opens it, reads codes from it, and restarts it if it freezes or another app takes it. */
export function createScanCamera(video: HTMLVideoElement, onCodes: (codes: string[]) => void) {
  const { current, subscribe, set } = createStore<CameraState>({ step: "opening", again: false });
  let track: MediaStreamTrack | undefined;
  let running: AbortController | undefined;
  let restarts = 0;

  function change(part: Partial<Extract<CameraState, { step: "running" }>>) {
    const state = current();
    if (state.step === "running") set({ ...state, ...part });
  }

  function stop() {
    running?.abort();
    track?.stop();
    track = undefined;
    video.srcObject = null;
  }

  function fail(trouble: CameraTrouble) {
    stop();
    set({ step: "trouble", trouble });
  }

  /** Restarts a frozen or lost camera a few times before it asks the user for help. */
  function recover() {
    if (++restarts > restartsBeforeHelp) fail("frozen");
    else void start(true);
  }

  async function start(again = false): Promise<void> {
    stop();
    const { signal } = (running = new AbortController());
    set({ step: "opening", again });
    try {
      const opened = await showCamera(video, readCamera(), signal);
      if (!opened) return;
      track = opened;
      run(opened, signal);
    } catch (error) {
      if (!signal.aborted) fail(explainCamera(error));
    }
  }

  function run(opened: MediaStreamTrack, signal: AbortSignal) {
    const watchLight = createBlackWatch((black) => change({ black }));
    const facesUser = opened.getSettings().facingMode === "user";
    const torch = hasTorch(opened) ? false : undefined;
    opened.addEventListener("ended", () => !signal.aborted && recover());
    set({ step: "running", torch, cameras: 1, black: false, reader: "loading", facesUser });
    void listCameras().then((ids) => !signal.aborted && change({ cameras: ids.length }));
    void runScanLoop({
      video,
      signal,
      onFrozen: recover,
      onReader: (reader) => change({ reader }),
      onReading(reading) {
        restarts = 0;
        watchLight(reading);
        if (reading.codes.length > 0) onCodes(reading.codes);
      },
    });
  }

  const returnToView = () => document.visibilityState === "visible" && track?.readyState === "ended" && recover();
  document.addEventListener("visibilitychange", returnToView);

  return {
    current,
    subscribe,
    start() {
      restarts = 0;
      return start();
    },
    /** Switches to the next camera and remembers it for next time. */
    async next() {
      const id = await findNextCamera(track);
      if (id === undefined) return;
      writeCamera(id);
      await start();
    },
    async toggleTorch() {
      const state = current();
      if (track && state.step === "running") change({ torch: await setTorch(track, !state.torch) });
    },
    close() {
      document.removeEventListener("visibilitychange", returnToView);
      stop();
    },
  };
}
