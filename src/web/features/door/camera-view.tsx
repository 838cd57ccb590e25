import { clsx } from "clsx";
import { Flashlight, FlashlightOff, type LucideIcon, SwitchCamera, Volume2, VolumeX, CameraOff } from "lucide-react";
import { useRef, type RefObject, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { SpinnerMark } from "#web/ui/spinner.tsx";
import { type CameraState, createScanCamera, type ScanCamera } from "./reading/scan-camera.ts";
import { Button } from "#web/ui/button.tsx";
import type { CameraTrouble } from "./reading/camera.ts";

/** What is wrong with the camera and how to fix it. Manual entry still works. */
const help: Record<CameraTrouble, { title: string; text: string }> = {
  denied: {
    title: "The camera is blocked",
    text: "Allow the camera for this site: tap the icon next to the address, then Camera, then Allow. Then try again.",
  },
  missing: {
    title: "No camera found",
    text: "Your browser can't find a camera on this device. Connect a camera or a handheld scanner, or enter codes manually.",
  },
  busy: {
    title: "The camera is in use",
    text: "Another app or tab is using it. Close video calls, the camera app and other tabs, then try again.",
  },
  insecure: {
    title: "The camera needs HTTPS",
    text: "Browsers allow the camera only on addresses that start with https://. Open this page at its secure address.",
  },
  frozen: {
    title: "The camera stopped",
    text: "It stopped sending video, and restarting it didn't help. Try again. If that fails, close and reopen your browser.",
  },
  failed: {
    title: "The camera didn't start",
    text: "Try again. If that fails, restart the phone. You can still enter codes manually.",
  },
};

const opening: CameraState = { step: "opening", again: false };
const never = () => () => undefined;

/** Runs the camera for a video element while the component is mounted. */
function useScanCamera(video: RefObject<HTMLVideoElement | null>, onCodes: (codes: string[]) => void) {
  const [camera, setCamera] = useState<ScanCamera>();
  const see = useEffectEvent(onCodes);

  useEffect(() => {
    if (!video.current) return;
    const scanCamera = createScanCamera(video.current, (codes) => see(codes));
    setCamera(scanCamera);
    void scanCamera.start();
    return () => scanCamera.close();
  }, [video]);

  const state = useSyncExternalStore(camera?.subscribe ?? never, camera?.current ?? (() => opening), () => opening);
  return { state, camera };
}

type CameraViewProps = {
  onCodes: (codes: string[]) => void;
  /** A ticket was found, and the server is checking it. */
  checking: boolean;
  /** The ticket in view was just checked. */
  held: boolean;
  muted: boolean;
  onMute: (muted: boolean) => void;
};

/** The camera's video, the frame for the ticket, and the few buttons that door staff need. */
export function CameraView({ onCodes, checking, held, muted, onMute }: CameraViewProps) {
  const video = useRef<HTMLVideoElement>(null);
  const { state, camera } = useScanCamera(video, onCodes);
  const running = state.step === "running" ? state : undefined;

  return (
    <section aria-label="Camera" className="relative isolate min-h-0 overflow-hidden bg-night text-bone">
      <video
        ref={video}
        muted
        playsInline
        aria-hidden="true"
        className={clsx(
          "absolute inset-0 size-full object-cover",
          running?.facesUser && "-scale-x-100",
          !running && "invisible",
        )}
      />
      {running && (
        <div
          aria-hidden="true"
          className="@container-[size] pointer-events-none absolute inset-0 grid place-items-center"
        >
          <div className={clsx("relative size-[min(62cqw,62cqh)]", checking && "animate-breathe")}>
            {corners.map((corner) => (
              <span
                key={corner}
                className={clsx("absolute size-10", corner, checking ? "border-gold" : "border-bone")}
              />
            ))}
          </div>
        </div>
      )}
      {state.step === "trouble" ? (
        <div
          role="alert"
          className="absolute inset-0 grid content-center justify-items-center gap-3 overflow-y-auto bg-night p-6 text-center text-bone"
        >
          <CameraOff className="size-12 shrink-0 text-gold" strokeWidth={1.5} />
          <p className="display text-display-sm">{help[state.trouble].title}</p>
          <p className="max-w-[38ch] text-bone-dim">{help[state.trouble].text}</p>
          <Button className="mt-2" onClick={() => void camera?.start()}>
            Try again
          </Button>
        </div>
      ) : (
        <p role="status" className="absolute inset-x-3 top-3 flex justify-center">
          <span className="flex items-center gap-2 rounded-md bg-night/85 px-3.5 py-2 text-center text-base leading-tight font-semibold">
            {(checking || !running || running.reader === "loading") && <SpinnerMark className="size-4.5 shrink-0" />}
            {hintText(state, checking, held)}
          </span>
        </p>
      )}
      <div className={clsx("absolute right-3 flex flex-col gap-3", state.step === "trouble" ? "top-3" : "bottom-3")}>
        {running?.torch !== undefined && (
          <RoundSwitch
            label="Flashlight"
            on={running.torch}
            Icon={running.torch ? Flashlight : FlashlightOff}
            onPress={() => void camera?.toggleTorch()}
          />
        )}
        {running && running.cameras > 1 && (
          <RoundSwitch label="Switch camera" Icon={SwitchCamera} onPress={() => void camera?.next()} />
        )}
        <RoundSwitch label="Sound" on={!muted} Icon={muted ? VolumeX : Volume2} onPress={() => onMute(!muted)} />
      </div>
    </section>
  );
}

const corners = [
  "top-0 left-0 border-t-4 border-l-4 rounded-tl-lg",
  "top-0 right-0 border-t-4 border-r-4 rounded-tr-lg",
  "bottom-0 left-0 border-b-4 border-l-4 rounded-bl-lg",
  "right-0 bottom-0 border-r-4 border-b-4 rounded-br-lg",
];

function hintText(state: Exclude<CameraState, { step: "trouble" }>, checking: boolean, held: boolean): string {
  if (state.step === "opening") return state.again ? "The camera stopped. Restarting…" : "Starting camera…";
  if (checking) return "Checking…";
  if (state.reader === "failed") return "The code reader didn't load. Trying again. If this stays, reload the page.";
  if (state.reader === "loading") return "Loading code reader…";
  if (held) return "Checked. Next ticket, please.";
  if (state.black) return "The camera sees only black. Is the lens covered?";
  return "Hold the code inside the frame";
}

function RoundSwitch({
  label,
  Icon,
  onPress,
  on,
}: {
  label: string;
  Icon: LucideIcon;
  onPress: () => void;
  on?: boolean;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={on}
      onClick={onPress}
      className={clsx(
        "grid size-13 place-items-center rounded-full border focus-visible:outline-bone",
        on ? "border-gold bg-gold text-on-gold" : "border-bone/60 bg-night/80 text-bone",
      )}
    >
      <Icon className="size-6" />
    </button>
  );
}
