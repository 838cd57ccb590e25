import { cleanup } from "@testing-library/react";

/**
 * A camera for an in-memory page: a stream whose images have no pixels, and a browser code reader that returns the
 * codes in view. tests/components/door/read-frames.test.tsx reads real camera images, and one journey does in Chromium.
 */
export function installLens() {
  const lens = {
    /** Codes currently in view. */
    inView: [] as string[],
    /** The browser's name for why it provides no camera. */
    refusal: undefined as string | undefined,
    tracks: [] as FakeTrack[],
    /** When false, the camera is open but none of its images can be read. */
    hasPicture: true,
    remove() {
      // The page releases the camera first.
      cleanup();
      for (const undo of undoing.splice(0).reverse()) undo();
      seen = () => [];
    },
  };
  seen = () => lens.inView;
  const undoing = [
    define(navigator, "mediaDevices", {
      async getUserMedia() {
        if (lens.refusal !== undefined) throw new DOMException("Camera access was denied", lens.refusal);
        const track = new FakeTrack();
        lens.tracks.push(track);
        return { getVideoTracks: () => [track], getTracks: () => [track] };
      },
      enumerateDevices: async () => [{ kind: "videoinput", deviceId: "lens-1" }],
    }),
    define(globalThis, "BarcodeDetector", Detector),
    define(HTMLVideoElement.prototype, "srcObject", null),
    define(HTMLVideoElement.prototype, "play", async () => undefined),
    define(HTMLVideoElement.prototype, "videoWidth", { get: () => (lens.hasPicture ? 8 : 0) }),
    define(HTMLVideoElement.prototype, "videoHeight", { get: () => (lens.hasPicture ? 8 : 0) }),
    define(HTMLVideoElement.prototype, "requestVideoFrameCallback", (call: () => void) => setTimeout(call, 20)),
    define(HTMLVideoElement.prototype, "cancelVideoFrameCallback", (timer: number) => clearTimeout(timer)),
    define(HTMLCanvasElement.prototype, "getContext", () => ({
      drawImage: () => undefined,
      getImageData: () => ({ data: new Uint8ClampedArray(8 * 8 * 4).fill(200), width: 8, height: 8 }),
    })),
  ];
  return lens;
}

/** The page keeps the first reader it finds, so the reader looks up its result here. */
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
  /** Behaves like a camera that another app takes over. */
  end() {
    this.readyState = "ended";
    this.dispatchEvent(new Event("ended"));
  }
}

function define(target: object, name: string, value: unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(target, name);
  const isGetter = typeof value === "object" && value !== null && "get" in value;
  const form = isGetter ? (value as { get: () => unknown }) : { writable: true, value };
  Object.defineProperty(target, name, { configurable: true, ...form });
  return () => {
    if (own) Object.defineProperty(target, name, own);
    else Reflect.deleteProperty(target, name);
  };
}
