import { X, WifiOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { DoorEvent } from "#contract/door/door.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { CameraView } from "./camera-view.tsx";
import { useWakeLock } from "#web/lib/full-screen.ts";
import { readGate, readMuted, writeMuted } from "./door-storage.ts";
import { type Outcome, codeTail, spokenVerdict, tidyCode, typedCode, verdictLabels } from "./verdict-labels.ts";
import { VerdictScreen } from "./verdict-screen.tsx";
import { PickupScreen } from "./pickup-screen.tsx";
import { usePickups } from "./use-pickups.ts";
import { LateConflicts, LateSnapshot } from "./late-parts.tsx";
import { RecentScans } from "./recent-scans.tsx";
import { DoorSearch } from "./door-search.tsx";
import { type CheckIn, markOf } from "./undo-check-in.tsx";
import type { ScannerState } from "./scanner.ts";
import { wakeSound } from "./signals.ts";
import { useKeyScanner, useScanner } from "./use-scanner.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { doorEventQuery, refreshPickups } from "./queries.ts";

type DoorModeProps = {
  event: DoorEvent;
  scans: Outcome[];
  onScan: (outcome: Outcome) => void;
  /** Staff undid a check-in. */
  onUndone: (checkIn: CheckIn) => void;
  onClose: () => void;
};

/** The full-screen scanner. The rest of the site is out of reach until it is closed. */
export function DoorMode({ event, scans, onScan, onUndone, onClose }: DoorModeProps) {
  const gate = readGate();
  const dialog = useRef<HTMLDialogElement>(null);
  const [muted, setMuted] = useState(readMuted);
  const [pendingMark, setPendingMark] = useState<string>();
  const { scanner, state, held } = useScanner(event, muted, onScan);
  const undo = { eventId: event.id, pendingMark, onAsk: setPendingMark, onUndone };
  const pickups = usePickups(scanner);
  const queryClient = useQueryClient();
  useKeyScanner((text) => void pickups.enter(typedCode(text) ?? tidyCode(text)));
  useWakeLock();
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.focus();
  }, []);

  function mute(next: boolean) {
    writeMuted(next);
    setMuted(next);
  }
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-label={`Check-in for ${event.title}`}
      onCancel={(e) => {
        e.preventDefault();
        onClose();
      }}
      onPointerDown={wakeSound}
      onKeyDown={wakeSound}
      className="fixed inset-0 m-0 h-dvh max-h-none w-dvw max-w-none overflow-hidden border-0 bg-page text-ink outline-none"
    >
      <div className="grid size-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_38dvh] landscape:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] landscape:grid-rows-[auto_minmax(0,1fr)]">
        <header className="flex items-center gap-2 border-b border-line py-2 pr-4 pl-1 sm:pr-6 landscape:col-span-2">
          <IconButton label="Stop scanning" Icon={X} onClick={onClose} className="[&>svg]:size-6" />
          <div className="min-w-0 flex-1">
            <h2 className="truncate display text-2xl leading-none">{event.title}</h2>
            <p className="truncate text-sm text-muted">{gate ? `Gate: ${gate}` : event.venueName}</p>
          </div>
          <DoorCounter event={event} />
        </header>
        <CameraView
          onCodes={(codes) => codes.forEach(pickups.see)}
          checking={state.step === "checking"}
          held={held}
          muted={muted}
          onMute={mute}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 overflow-y-auto overscroll-contain px-4 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:px-6">
          <LateSnapshot eventId={event.id} />
          <LateConflicts eventId={event.id} />
          <DoorSearch event={event} scanner={pickups} undo={undo}>
            <RecentScans scans={scans} timeZone={event.timeZone} undo={undo} />
          </DoorSearch>
        </div>
      </div>
      {state.step === "verdict" && (
        <VerdictScreen
          outcome={state.outcome}
          timeZone={event.timeZone}
          onNext={scanner.clear}
          onUndo={(checkIn) => {
            setPendingMark(markOf(checkIn));
            scanner.clear();
          }}
        />
      )}
      {pickups.code !== undefined && (
        <PickupScreen
          key={pickups.code}
          event={event}
          code={pickups.code}
          gate={gate}
          muted={muted}
          onClose={() => {
            pickups.close();
            void refreshPickups(queryClient, event.id);
          }}
        />
      )}
      {state.step === "checking" && state.late && <CheckingScreen {...state} onStop={scanner.clear} />}
      <p role="alert" aria-live="assertive" className="sr-only">
        {spokenState(state, event.timeZone)}
      </p>
    </dialog>
  );
}

function spokenState(state: ScannerState, timeZone: string): string {
  if (state.step === "verdict") return spokenVerdict(verdictLabels(state.outcome, timeZone));
  return state.step === "checking" && state.late ? "No connection. Not admitted yet. Trying again." : "";
}

/** How many of an event's tickets are admitted, across all gates. */
function DoorCounter({ event }: { event: DoorEvent }) {
  const { data, isRefetchError } = useQuery({
    ...doorEventQuery(event.id),
    initialData: event,
    initialDataUpdatedAt: 0,
  });
  const { admittedCount, ticketCount } = data;
  return (
    <div className="grid justify-items-end">
      <p className="font-display text-3xl leading-none font-extrabold tabular-nums">
        {admittedCount}
        <span className="text-xl text-muted"> / {ticketCount}</span>
      </p>
      <p className="flex items-center gap-1.5 text-sm leading-tight text-muted">
        {isRefetchError && <WifiOff className="size-3.5 text-mango" />}
        {isRefetchError ? "not up to date" : "checked in / tickets"}
      </p>
      <progress className="sr-only" aria-label="Checked in" max={Math.max(1, ticketCount)} value={admittedCount} />
    </div>
  );
}

/** No response yet: states clearly that nobody has been admitted, and that the phone keeps trying. */
function CheckingScreen({ code, tries, onStop }: { code: string; tries: number; onStop: () => void }) {
  return (
    <div
      data-verdict="none"
      className="fixed inset-0 z-10 flex flex-col overflow-y-auto bg-[#0c0a08] text-[#f4ecdc] inset-ring-[0.875rem] inset-ring-[#ffb01f]"
    >
      <div className="m-auto grid w-full items-center justify-items-center gap-x-8 gap-y-[2.5dvh] p-8 text-center [@media(max-height:32rem)_and_(orientation:landscape)]:grid-cols-2">
        <div className="grid justify-items-center gap-[2dvh]">
          <WifiOff className="size-[min(28vw,16dvh)] animate-breathe text-[#ffb01f]" />
          <p className="display text-[min(16.5vw,15dvh)] [@media(max-height:32rem)_and_(orientation:landscape)]:text-[min(9vw,24dvh)] leading-[0.9]">
            <span className="block">No</span>
            <span className="block">connection</span>
          </p>
        </div>
        <div className="grid justify-items-center gap-[2.5dvh]">
          <p className="display text-[clamp(1.75rem,min(8.5vw,6dvh),3.25rem)] leading-none text-[#ffb01f]">
            Not admitted yet
          </p>
          <p className="max-w-[32ch] text-lg">
            Trying again{tries > 1 ? ` (${tries})` : ""}. Keep the guest here. The result for ticket {codeTail(code)}{" "}
            shows as soon as the server responds.
          </p>
          <Button variant="outline" size="lg" className="border-[#f4ecdc]! text-[#f4ecdc]!" onClick={onStop}>
            Stop trying
          </Button>
        </div>
      </div>
    </div>
  );
}
