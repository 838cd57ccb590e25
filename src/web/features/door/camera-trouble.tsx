import { CameraOff } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import type { CameraTrouble } from "./reading/camera.ts";

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

/** What is wrong with the camera and how to fix it. Manual entry still works. */
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
