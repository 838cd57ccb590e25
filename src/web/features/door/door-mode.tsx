import { X } from "lucide-react";
import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import type { DoorEvent } from "#contract/door.ts";
import { Button } from "#web/ui/button.tsx";
import { CameraView } from "./camera-view.tsx";
import { CheckingScreen } from "./checking-screen.tsx";
import { DoorCounter } from "./door-counter.tsx";
import { readGate, readMuted, writeMuted } from "./door-storage.ts";
import { ManualEntry } from "./manual-entry.tsx";
import type { Outcome } from "./outcome.ts";
import { RecentScans } from "./recent-scans.tsx";
import type { ScannerState } from "./scanner.ts";
import { wakeSound } from "./signals.ts";
import { tidyCode } from "./ticket-code.ts";
import { useKeyScanner } from "./use-key-scanner.ts";
import { useScanner } from "./use-scanner.ts";
import { useWakeLock } from "./use-wake-lock.ts";
import { VerdictScreen } from "./verdict-screen.tsx";
import { spokenVerdict, verdictLabels } from "./verdict-labels.ts";

export type DoorModeProps = {
  event: DoorEvent;
  scans: Outcome[];
  onScan: (outcome: Outcome) => void;
  onClose: () => void;
};

/** The full-screen scanner. The rest of the site is out of reach until it is closed. */
export function DoorMode({ event, scans, onScan, onClose }: DoorModeProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [muted, setMuted] = useState(readMuted);
  const { scanner, state, held } = useScanner(event, muted, onScan);
  useKeyScanner((code) => void scanner.enter(tidyCode(code)));
  useWakeLock();
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.focus();
  }, []);

  function mute(next: boolean) {
    writeMuted(next);
    setMuted(next);
  }
  function close(e: SyntheticEvent) {
    e.preventDefault();
    onClose();
  }

  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-label={`Check-in for ${event.title}`}
      onCancel={close}
      onPointerDown={wakeSound}
      onKeyDown={wakeSound}
      className="fixed inset-0 m-0 h-dvh max-h-none w-dvw max-w-none overflow-hidden border-0 bg-page text-ink outline-none"
    >
      <div className="grid size-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_38dvh] landscape:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] landscape:grid-rows-[auto_minmax(0,1fr)]">
        <DoorBar event={event} onClose={onClose} />
        <CameraView
          onCodes={(codes) => codes.forEach(scanner.see)}
          checking={state.step === "checking"}
          held={held}
          muted={muted}
          onMute={mute}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 overflow-y-auto overscroll-contain px-4 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:px-6">
          <ManualEntry onCode={scanner.enter} />
          <RecentScans scans={scans} timeZone={event.timeZone} />
        </div>
      </div>
      {state.step === "verdict" && (
        <VerdictScreen outcome={state.outcome} timeZone={event.timeZone} onNext={scanner.clear} />
      )}
      {state.step === "checking" && state.late && (
        <CheckingScreen code={state.code} tries={state.tries} onStop={scanner.clear} />
      )}
      <p role="alert" aria-live="assertive" className="sr-only">
        {spokenState(state, event.timeZone)}
      </p>
    </dialog>
  );
}

function DoorBar({ event, onClose }: { event: DoorEvent; onClose: () => void }) {
  const gate = readGate();
  return (
    <header className="flex items-center gap-2 border-b border-line py-2 pr-4 pl-1 sm:pr-6 landscape:col-span-2">
      <Button variant="quiet" size="icon" aria-label="Stop scanning" onClick={onClose}>
        <X aria-hidden="true" className="size-6" />
      </Button>
      <div className="min-w-0 flex-1">
        <h2 className="truncate display text-2xl leading-none">{event.title}</h2>
        <p className="truncate text-sm text-muted">{gate ? `Gate: ${gate}` : event.venueName}</p>
      </div>
      <DoorCounter event={event} />
    </header>
  );
}

function spokenState(state: ScannerState, timeZone: string): string {
  if (state.step === "verdict") return spokenVerdict(verdictLabels(state.outcome, timeZone));
  return state.step === "checking" && state.late ? "No connection. Not admitted yet. Trying again." : "";
}
