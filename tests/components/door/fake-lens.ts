import { cleanup } from "@testing-library/react";

/**
 * A camera for a page in memory: a stream whose pictures have no pixels, and a code reader of the browser that says what
 * is held before it. What a real lens sees is read in tests/components/door/read-frames.test.tsx, and once in Chromium.
 */
export function installLens() {
  const lens = {
    /** Codes in view now. */
    inView: [] as string[],
    /** Why the browser gives no camera, by its own name for it. */
    refusal: undefined as string | undefined,
    tracks: [] as FakeTrack[],
    /** Off: the camera is open, and no picture of it can be read. */
    hasPicture: true,
    remove() {
      // The page lets go of the camera first.
      cleanup();
      for (const undo of undoing.splice(0).reverse()) undo();
      seen = () => [];
    },
  };
  seen = () => lens.inView;
  const undoing = [
    put(navigator, "mediaDevices", {
      async getUserMedia() {
        if (lens.refusal !== undefined) throw new DOMException("The camera is refused", lens.refusal);
        const track = new FakeTrack();
        lens.tracks.push(track);
        return { getVideoTracks: () => [track], getTracks: () => [track] };
      },
      enumerateDevices: async () => [{ kind: "videoinput", deviceId: "lens-1" }],
    }),
    put(globalThis, "BarcodeDetector", Detector),
    put(HTMLVideoElement.prototype, "srcObject", null),
    put(HTMLVideoElement.prototype, "play", async () => undefined),
    put(HTMLVideoElement.prototype, "videoWidth", { get: () => (lens.hasPicture ? 8 : 0) }),
    put(HTMLVideoElement.prototype, "videoHeight", { get: () => (lens.hasPicture ? 8 : 0) }),
    put(HTMLVideoElement.prototype, "requestVideoFrameCallback", (call: () => void) => setTimeout(call, 20)),
    put(HTMLVideoElement.prototype, "cancelVideoFrameCallback", (timer: number) => clearTimeout(timer)),
    put(HTMLCanvasElement.prototype, "getContext", () => ({
      drawImage: () => undefined,
      getImageData: () => ({ data: new Uint8ClampedArray(8 * 8 * 4).fill(200), width: 8, height: 8 }),
    })),
  ];
  return lens;
}

/** The page keeps the reader that it found first, so what it says is asked for here. */
let seen = (): string[] => [];
class Detector {
  static getSupportedFormats = async () => ["ean_13", "qr_code"];
  detect = async () => seen().map((rawValue) => ({ rawValue }));
}

export class FakeTrack extends EventTarget {
  readyState: "live" | "ended" = "live";
  stop() {
    this.readyState = "ended";
  }
  getSettings = () => ({ deviceId: "lens-1", facingMode: "environment" });
  getCapabilities = () => ({});
  /** What a camera does that another app takes away. */
  end() {
    this.readyState = "ended";
    this.dispatchEvent(new Event("ended"));
  }
}

function put(target: object, name: string, value: unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(target, name);
  const isGetter = typeof value === "object" && value !== null && "get" in value;
  const form = isGetter ? (value as { get: () => unknown }) : { writable: true, value };
  Object.defineProperty(target, name, { configurable: true, ...form });
  return () => {
    if (own) Object.defineProperty(target, name, own);
    else Reflect.deleteProperty(target, name);
  };
}
