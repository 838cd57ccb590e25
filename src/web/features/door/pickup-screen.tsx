import { clsx } from "clsx";
import { PackageCheck, PackageX, Undo2, WifiOff } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { DoorEvent } from "#contract/door/door.ts";
import type { PickupResult } from "#contract/fulfillment/pickups.ts";
import { callApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { newUuid } from "#web/lib/new-uuid.ts";
import { Poster } from "#web/ui/poster.tsx";
import { SpinnerMark } from "#web/ui/spinner.tsx";
import { pickupLabels } from "./pickup-labels.ts";
import { signal } from "./signals.ts";
import { styles } from "./verdict-screen.tsx";

type PickupScreenProps = {
  event: DoorEvent;
  code: string;
  gate: string | undefined;
  muted: boolean;
  onClose: () => void;
};

/** What this screen did or tries to do. */
type Step = "looking" | "shown" | "sending" | "done" | "undoing" | "undone";

const big =
  "min-h-16 w-full rounded-md px-6 font-display text-2xl font-bold tracking-[0.06em] uppercase disabled:opacity-60 focus-visible:outline-current";

/** A pickup code at the door: what to hand over, one press to do it, and how to undo it. */
export function PickupScreen({ event, code, gate, muted, onClose }: PickupScreenProps) {
  const [result, setResult] = useState<PickupResult>();
  const [step, setStep] = useState<Step>("looking");
  const [failure, setFailure] = useState<string>();
  // Pressing again after a lost response hands over once.
  const press = useRef(newUuid());
  const first = useRef<HTMLButtonElement>(null);

  async function send(next: Step, after: Step, call: (key: string) => Promise<PickupResult>) {
    setStep(next);
    setFailure(undefined);
    try {
      const reply = await call(press.current);
      setResult(reply);
      const isRefused = after === "done" && reply.verdict !== "ready";
      setStep(isRefused ? "shown" : after);
      signal(after === "done" && !isRefused ? "go" : pickupLabels(reply, event.timeZone).tone, muted);
    } catch (error) {
      setFailure(failureText(error));
      setStep(result === undefined ? "looking" : "shown");
      signal("late", muted);
    }
  }
  const findPickup = () =>
    send("looking", "shown", (key) => callApi("POST /api/door/pickups", { body: { code, eventId: event.id }, key }));
  const handOver = () =>
    send("sending", "done", (key) =>
      callApi("POST /api/door/pickups/handovers", {
        body: { code, eventId: event.id, ...(gate ? { gate } : {}) },
        key,
      }),
    );
  function undo() {
    press.current = newUuid();
    const body = { eventId: event.id, handoverId: result!.handover!.id };
    return send("undoing", "undone", (key) => callApi("POST /api/door/pickups/undo", { body, key }));
  }

  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void findPickup();
  });
  useEffect(() => first.current?.focus(), [step]);

  const label = result && pickupLabels(result, event.timeZone, step === "done");
  const isReady = result?.verdict === "ready" && step !== "done";
  const isBusy = step === "sending" || step === "undoing";
  return (
    <div
      role="dialog"
      aria-label="Pickup"
      data-verdict={result?.verdict ?? "none"}
      className={clsx(
        "fixed inset-0 z-10 flex flex-col",
        label ? styles[label.tone].ground : "bg-[#0c0a08] text-[#f4ecdc]",
      )}
    >
      <div className="flex min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <div aria-live="assertive" className="m-auto grid w-full max-w-2xl justify-items-center gap-4 p-5 text-center">
          {result === undefined && failure === undefined && <SpinnerMark className="size-16" />}
          {failure !== undefined && <Failure text={failure} />}
          {label && <Headline label={label} isBad={label.tone === "stop"} />}
          {result?.order && (
            <p className="text-xl font-semibold wrap-anywhere">
              {result.order.buyerName} · {result.order.number}
            </p>
          )}
          {label?.details.map((line) => (
            <p key={line} className="text-xl font-semibold">
              {line}
            </p>
          ))}
          {result && result.items.length > 0 && <Items items={result.items} />}
          {label?.advice && <p className="max-w-[36ch] text-lg font-medium">{label.advice}</p>}
        </div>
      </div>
      <div className="grid gap-2 p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        {failure !== undefined && result === undefined && (
          <ScreenButton refTo={first} onClick={() => void findPickup()}>
            Try again
          </ScreenButton>
        )}
        {isReady && (
          <button
            ref={first}
            type="button"
            disabled={isBusy}
            onClick={() => void handOver()}
            className={clsx(big, "bg-[#1bd06b] text-[#04140a]")}
          >
            {step === "sending" ? "One moment…" : "Hand over"}
          </button>
        )}
        {result?.handover && !isReady && result.verdict !== "wrong_event" && (
          <ScreenButton disabled={isBusy} onClick={() => void undo()}>
            <Undo2 aria-hidden="true" className="mr-2 inline size-5" />
            Undo handover
          </ScreenButton>
        )}
        <ScreenButton refTo={isReady || result === undefined ? undefined : first} onClick={onClose}>
          {isReady ? "Not now" : "Next"}
        </ScreenButton>
      </div>
    </div>
  );
}

function Headline({ label, isBad }: { label: { headline: string }; isBad: boolean }) {
  const Icon = isBad ? PackageX : PackageCheck;
  return (
    <>
      <Icon aria-hidden="true" className="size-[min(24vw,14dvh)]" />
      <p className="display text-[clamp(2.25rem,min(12vw,9dvh),5rem)] leading-[0.95]">{label.headline}</p>
    </>
  );
}

/** What is handed over: a picture, the variant, and how many. */
function Items({ items }: Pick<PickupResult, "items">) {
  return (
    <ul aria-label="Items" className="grid w-full gap-2 text-left">
      {items.map(({ lineId, name, quantity, picture }) => (
        <li key={lineId} className="flex items-center gap-4 rounded-md bg-[#0c0a08] p-2 pr-4 text-[#f4ecdc]">
          {picture && <Poster poster={picture} sizes="96px" decorative className="size-24 shrink-0 rounded-sm" />}
          <span className="min-w-0 flex-1 text-2xl leading-tight font-semibold text-pretty wrap-anywhere">{name}</span>
          <span className="shrink-0 font-display text-4xl font-extrabold tabular-nums">× {quantity}</span>
        </li>
      ))}
    </ul>
  );
}

type ScreenButtonProps = {
  refTo?: React.RefObject<HTMLButtonElement | null> | undefined;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
};

const ScreenButton = ({ refTo, disabled = false, onClick, children }: ScreenButtonProps) => (
  <button
    ref={refTo}
    type="button"
    disabled={disabled}
    onClick={onClick}
    className={clsx(big, "border-2 border-current text-xl")}
  >
    {children}
  </button>
);

const Failure = ({ text }: { text: string }) => (
  <>
    <WifiOff aria-hidden="true" className="size-16" />
    <p role="alert" className="max-w-[34ch] text-xl font-semibold">
      {text}
    </p>
  </>
);

function failureText(error: unknown): string {
  if (!(error instanceof CallError)) return "No connection. Nothing was handed over yet. Try again.";
  if (error.status === 401) return "You're signed out. Stop scanning, sign in and scan again.";
  return error.answer.message ?? "Something went wrong on our side. Try again.";
}
