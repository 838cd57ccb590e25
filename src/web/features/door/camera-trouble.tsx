import { CameraOff } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import type { CameraTrouble } from "./reading/camera.ts";

const help: Record<CameraTrouble, { title: string; text: string }> = {
  denied: {
    title: "The camera is blocked",
    text: "Allow the camera for this site: tap the sign beside the address, then Camera, then Allow. After that, try again.",
  },
  missing: {
    title: "No camera found",
    text: "This device has none that the browser can see. Plug one in, or use a hand scanner or the field for codes.",
  },
  busy: {
    title: "The camera is in use",
    text: "Another app or tab holds it. Close video calls, the camera app and other tabs, then try again.",
  },
  insecure: {
    title: "The camera needs https",
    text: "Browsers give the camera only to addresses that start with https://. Open this page by its secure address.",
  },
  frozen: {
    title: "The camera stopped",
    text: "It sent no picture, and starting it again did not help. Try again; if that fails, close the browser and open it anew.",
  },
  failed: {
    title: "The camera did not start",
    text: "Try again; if that fails, restart the phone. Until then the field for codes works.",
  },
};

/** What is wrong with the camera, and what a person can do about it. The field for codes works meanwhile. */
export function CameraTroubleHelp({ trouble, onRetry }: { trouble: CameraTrouble; onRetry: () => void }) {
  const { title, text } = help[trouble];
  return (
    <div
      role="alert"
      className="absolute inset-0 grid content-center justify-items-center gap-3 overflow-y-auto bg-night p-6 text-center text-bone"
    >
      <CameraOff aria-hidden="true" className="size-12 shrink-0 text-gold" strokeWidth={1.5} />
      <p className="display text-display-sm">{title}</p>
      <p className="max-w-[38ch] text-bone-dim">{text}</p>
      <Button className="mt-2" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
