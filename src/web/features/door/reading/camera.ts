export type CameraTrouble = "denied" | "missing" | "busy" | "insecure" | "frozen" | "failed";

const size = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };

/** Opens a camera: the preferred one, else the back camera, else any. */
async function openCamera(wish: string | undefined): Promise<MediaStream> {
  if (!navigator.mediaDevices?.getUserMedia) throw new DOMException("The camera requires HTTPS", "SecurityError");
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
      // The preferred camera may be unplugged or renamed; any other error applies to all cameras.
      if (!(error instanceof DOMException) || !["OverconstrainedError", "NotFoundError"].includes(error.name))
        throw error;
    }
  }
  throw last;
}

/**
 * Opens a camera and shows its video. If aborted meanwhile, it releases the camera and returns undefined.
 *
 * @throws the browser's error; explainCamera() explains it
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
    if (!signal.aborted) return track;
  } catch (error) {
    if (!signal.aborted) {
      track?.stop();
      throw error;
    }
  }
  track?.stop();
  return undefined;
}

/** Classifies the camera problem by the browser's error name. */
export function explainCamera(error: unknown): CameraTrouble {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "SecurityError") return "insecure";
  if (name === "NotAllowedError") return "denied";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "missing";
  return name === "NotReadableError" || name === "AbortError" ? "busy" : "failed";
}

/** True if the camera has a flashlight that a web page can control. */
export const hasTorch = (track: MediaStreamTrack | undefined) =>
  (track as { getCapabilities?: () => { torch?: boolean } } | undefined)?.getCapabilities?.().torch === true;

/** Switches the flashlight. @returns whether it is on now */
export async function setTorch(track: MediaStreamTrack, on: boolean): Promise<boolean> {
  try {
    await track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
    return on;
  } catch {
    return false;
  }
}

/** Ids of all cameras, known only after camera access was granted. */
export async function listCameras(): Promise<string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices
    .filter(({ kind, deviceId }) => kind === "videoinput" && deviceId !== "")
    .map(({ deviceId }) => deviceId);
}

/** The next camera, wrapping around; undefined if there is none. */
export async function findNextCamera(track: MediaStreamTrack | undefined): Promise<string | undefined> {
  const ids = await listCameras();
  return ids[(ids.indexOf(track?.getSettings().deviceId ?? "") + 1) % ids.length];
}
