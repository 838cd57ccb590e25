import { readCamera, writeCamera } from "../door-storage.ts";
import { type CameraTrouble, explainCamera, hasTorch, listCameras, openCamera, setTorch } from "./camera.ts";
import type { Reading } from "./reader.ts";
import { runScanLoop } from "./scan-loop.ts";

export type CameraState =
  | { step: "opening"; again: boolean }
  | { step: "trouble"; trouble: CameraTrouble }
  | {
      step: "running";
      /** Undefined where there is no lamp to switch. */
      torch: boolean | undefined;
      cameras: number;
      /** The picture is as good as black: a finger on the lens, a case, a cover. */
      black: boolean;
      /** The code reader is not there yet: it loads over bad Wi-Fi. */
      reader: "loading" | "ready" | "failed";
      facesUser: boolean;
    };

export type ScanCamera = ReturnType<typeof createScanCamera>;

const blackBelow = 3;
const blackAfterMs = 2000;
const restartsBeforeHelp = 3;

/** The camera of the door: opens it, reads codes off it, and brings it back when it freezes or somebody else took it. */
export function createScanCamera(video: HTMLVideoElement, onCodes: (codes: string[]) => void) {
  let state: CameraState = { step: "opening", again: false };
  let stream: MediaStream | undefined;
  let running: AbortController | undefined;
  let restarts = 0;
  let litAt = 0;
  const listeners = new Set<() => void>();

  function set(next: CameraState) {
    state = next;
    for (const listener of listeners) listener();
  }
  function change(part: Partial<Extract<CameraState, { step: "running" }>>) {
    if (state.step === "running") set({ ...state, ...part });
  }
  const track = () => stream?.getVideoTracks()[0];

  function stop() {
    running?.abort();
    for (const each of stream?.getTracks() ?? []) each.stop();
    stream = undefined;
    video.srcObject = null;
  }

  async function start(again = false): Promise<void> {
    stop();
    const { signal } = (running = new AbortController());
    set({ step: "opening", again });
    try {
      const opened = await openCamera(readCamera());
      if (signal.aborted) return opened.getTracks().forEach((each) => each.stop());
      stream = opened;
      video.srcObject = opened;
      await video.play();
    } catch (error) {
      if (!signal.aborted) fail(explainCamera(error));
      return;
    }
    if (signal.aborted) return;
    track()?.addEventListener("ended", () => !signal.aborted && recover());
    litAt = performance.now();
    const facesUser = track()?.getSettings().facingMode === "user";
    set({ step: "running", torch: hasTorch(track()) ? false : undefined, cameras: 1, black: false, reader: "loading", facesUser });
    void listCameras().then((ids) => !signal.aborted && change({ cameras: ids.length }));
    void runScanLoop({ video, signal, onReading: take, onFrozen: recover, onReader: (reader) => change({ reader }) });
  }

  function fail(trouble: CameraTrouble) {
    stop();
    set({ step: "trouble", trouble });
  }

  /** A frozen or lost camera is opened again a few times by itself before anybody is asked to help. */
  function recover() {
    if (++restarts > restartsBeforeHelp) return fail("frozen");
    void start(true);
  }

  function take({ codes, light }: Reading) {
    restarts = 0;
    const now = performance.now();
    if (light >= blackBelow || codes.length > 0) litAt = now;
    const black = now - litAt > blackAfterMs;
    if (state.step === "running" && state.black !== black) change({ black });
    if (codes.length > 0) onCodes(codes);
  }

  function returnToView() {
    const current = track();
    if (document.visibilityState === "visible" && current && current.readyState === "ended") recover();
  }
  document.addEventListener("visibilitychange", returnToView);

  return {
    current: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start: () => {
      restarts = 0;
      return start();
    },
    /** Goes on to the next camera and keeps it for the next time. */
    async next() {
      const ids = await listCameras();
      const id = ids[(ids.indexOf(track()?.getSettings().deviceId ?? "") + 1) % ids.length];
      if (id === undefined) return;
      writeCamera(id);
      await start();
    },
    async toggleTorch() {
      const current = track();
      if (!current || state.step !== "running") return;
      change({ torch: await setTorch(current, !state.torch) });
    },
    close() {
      document.removeEventListener("visibilitychange", returnToView);
      stop();
    },
  };
}
