import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type CameraState, createScanCamera, type ScanCamera } from "./reading/scan-camera.ts";

const opening: CameraState = { step: "opening", again: false };
const never = () => () => undefined;

/** Runs the camera for a video element while the component is mounted. */
export function useScanCamera(video: RefObject<HTMLVideoElement | null>, onCodes: (codes: string[]) => void) {
  const latest = useRef(onCodes);
  const [camera, setCamera] = useState<ScanCamera>();
  useEffect(() => {
    latest.current = onCodes;
  });

  useEffect(() => {
    if (!video.current) return;
    const made = createScanCamera(video.current, (codes) => latest.current(codes));
    setCamera(made);
    void made.start();
    return () => made.close();
  }, [video]);

  const state = useSyncExternalStore(camera?.subscribe ?? never, camera?.current ?? (() => opening), () => opening);
  return { state, camera };
}
