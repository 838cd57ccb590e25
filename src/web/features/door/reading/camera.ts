export type CameraTrouble = "denied" | "missing" | "busy" | "insecure" | "frozen" | "failed";

const size = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };

/**
 * Opens a camera: the wished one, else the one at the back, else any.
 *
 * @throws the browser's error; explainCamera() tells what it means
 */
export async function openCamera(wish: string | undefined): Promise<MediaStream> {
  if (!navigator.mediaDevices?.getUserMedia) throw new DOMException("No camera without https", "SecurityError");
  const tries: MediaTrackConstraints[] = [
    ...(wish ? [{ ...size, deviceId: { exact: wish } }] : []),
    { ...size, facingMode: { ideal: "environment" } },
  ];
  let last: unknown;
  for (const video of tries) {
    try {
      return await navigator.mediaDevices.getUserMedia({ video, audio: false });
    } catch (error) {
      last = error;
      // The wished camera may be unplugged or renamed; every other reason holds for all of them.
      if (!(error instanceof DOMException) || !["OverconstrainedError", "NotFoundError"].includes(error.name))
        throw error;
    }
  }
  throw last;
}

/**
 * Opens a camera and shows it. Told to stop meanwhile, it lets go of the camera and gives undefined.
 *
 * @throws what openCamera() throws
 */
export async function showCamera(
  video: HTMLVideoElement,
  wish: string | undefined,
  signal: AbortSignal,
): Promise<MediaStreamTrack | undefined> {
  const stream = await openCamera(wish);
  const [track] = stream.getVideoTracks();
  try {
    if (!signal.aborted) {
      video.srcObject = stream;
      await video.play();
    }
  } catch (error) {
    if (!signal.aborted) {
      track?.stop();
      throw error;
    }
  }
  if (!signal.aborted) return track;
  track?.stop();
  return undefined;
}

/** What stands in the way, from the browser's name for it. */
export function explainCamera(error: unknown): CameraTrouble {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "SecurityError") return "insecure";
  if (name === "NotAllowedError") return "denied";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "missing";
  return name === "NotReadableError" || name === "AbortError" ? "busy" : "failed";
}

type TorchTrack = { getCapabilities?: () => { torch?: boolean } };

/** True when the camera has a lamp that a web page may switch. */
export const hasTorch = (track: MediaStreamTrack | undefined) =>
  (track as TorchTrack | undefined)?.getCapabilities?.().torch === true;

/** Switches the lamp. @returns whether it is on now */
export async function setTorch(track: MediaStreamTrack, on: boolean): Promise<boolean> {
  try {
    await track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
    return on;
  } catch {
    return false;
  }
}

/** Ids of all cameras, known once one was allowed. */
export async function listCameras(): Promise<string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices
    .filter(({ kind, deviceId }) => kind === "videoinput" && deviceId !== "")
    .map(({ deviceId }) => deviceId);
}

/** The camera after this one, round and round; undefined where there is none. */
export async function findNextCamera(track: MediaStreamTrack | undefined): Promise<string | undefined> {
  const ids = await listCameras();
  return ids[(ids.indexOf(track?.getSettings().deviceId ?? "") + 1) % ids.length];
}
