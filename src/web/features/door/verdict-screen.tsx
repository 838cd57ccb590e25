import { clsx } from "clsx";
import { CalendarX, Check, Clock, IdCard, type LucideIcon, OctagonX, Repeat2, Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { type Outcome, checkInOf, verdictMs, type Tone, verdictLabels } from "./verdict-labels.ts";
import type { CheckIn } from "./undo-check-in.tsx";

/** A verdict's full-screen ground, the same in both themes because door staff learn these five by heart; its color in the list. */
export const styles: Record<Tone, { ground: string; color: string; Icon: LucideIcon }> = {
  go: { ground: "bg-[#1bd06b] text-[#04140a]", color: "text-sea", Icon: Check },
  seen: { ground: "bg-[#ffb01f] text-[#1a0f00]", color: "text-mango", Icon: Repeat2 },
  stop: { ground: "bg-[#c8102e] text-[#fff]", color: "text-hibiscus", Icon: OctagonX },
  elsewhere: { ground: "bg-[#6a2bd9] text-[#fff]", color: "text-hibiscus", Icon: CalendarX },
  early: { ground: "bg-[#1259c9] text-[#fff]", color: "text-mango", Icon: Clock },
};

/** Barrier tape at both edges of every verdict except admitted, so nobody has to rely on color. */
const tape =
  "block shrink-0 h-[clamp(0.75rem,2.6dvh,1.75rem)] bg-[repeating-linear-gradient(135deg,rgb(0_0_0/0.55)_0_1.5rem,transparent_1.5rem_3rem)]";

/** One full-screen verdict, readable from six feet away. A tap anywhere continues. */
export function VerdictScreen({
  outcome,
  timeZone,
  onNext,
  onUndo,
}: {
  outcome: Outcome;
  timeZone: string;
  onNext: () => void;
  /** Staff want to undo the check-in: the next screen asks whether they're sure. */
  onUndo: (checkIn: CheckIn) => void;
}) {
  const label = verdictLabels(outcome, timeZone);
  const { ground, Icon } = styles[label.tone];
  const isGo = label.tone === "go";
  const [detail, ...moreDetails] = label.details;
  const checkIn = checkInOf(outcome);

  return (
    <div data-verdict={outcome.verdict} className={clsx("fixed inset-0 z-10 flex flex-col", ground)}>
      {!isGo && <span aria-hidden="true" className={tape} />}
      <div className="flex min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <div className="m-auto grid w-full items-center justify-items-center gap-x-8 gap-y-[2dvh] px-5 py-[2dvh] text-center [@media(max-height:32rem)_and_(orientation:landscape)]:grid-cols-2">
          <div className="grid justify-items-center gap-[1.5dvh]">
            {/* A check mark fills less of its box than the other icons do. */}
            <Icon
              strokeWidth={isGo ? 3.5 : 2.5}
              className={isGo ? "-my-[4dvh] size-[min(62vw,34dvh)]" : "size-[min(34vw,20dvh)]"}
            />
            <p
              className={clsx(
                "display leading-[0.9] [@media(max-height:32rem)_and_(orientation:landscape)]:text-[min(10.5vw,28dvh)]",
                headlineSize(label.headline),
              )}
            >
              {label.headline.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </p>
          </div>
          <div className="grid max-w-[44rem] justify-items-center gap-[1.6dvh]">
            {label.check && (
              <p className="display flex items-center gap-3 rounded-md bg-[#04140a] px-5 py-3 text-[clamp(1.75rem,min(8.5vw,6dvh),3.5rem)] leading-none text-[#ffd84d]">
                <IdCard className="size-[1.1em]" />
                {label.check}
              </p>
            )}
            {detail && <p className="display text-[clamp(1.75rem,min(9vw,6dvh),3.75rem)] leading-none">{detail}</p>}
            {moreDetails.length > 0 && <p className="text-xl font-semibold">{moreDetails.join(" · ")}</p>}
            {label.holder && (
              <div className="grid justify-items-center gap-2">
                <p className="line-clamp-2 display text-[clamp(1.5rem,min(7.5vw,5dvh),3rem)] leading-none wrap-anywhere">
                  {label.holder}
                </p>
                <p className="flex items-center gap-2.5 rounded-sm border-2 border-current px-3 py-1 text-lg leading-tight font-bold wrap-anywhere">
                  {/* The wristband's color; its ring separates it from the verdict's color. */}
                  {label.band && (
                    <svg
                      aria-hidden="true"
                      viewBox="0 0 24 24"
                      className="size-7 shrink-0 rounded-full bg-[#fff] p-0.5"
                    >
                      <circle cx="12" cy="12" r="12" fill={label.band} />
                    </svg>
                  )}
                  {label.type}
                </p>
              </div>
            )}
            {label.advice && <p className="max-w-[34ch] text-lg leading-snug font-medium">{label.advice}</p>}
          </div>
        </div>
      </div>
      {checkIn && (
        <button
          type="button"
          onClick={() => onUndo(checkIn)}
          // Above the button for the next ticket, which covers the screen.
          className="relative z-10 mx-auto mb-2 flex min-h-12 items-center gap-2 rounded-md border-2 border-current px-5 font-display text-lg font-bold tracking-[0.06em] uppercase focus-visible:outline-current"
        >
          <Undo2 aria-hidden="true" className="size-5" />
          Undo
        </button>
      )}
      <NextBar key={outcome.at} milliseconds={verdictMs(outcome)} onNext={onNext} />
      {!isGo && <span aria-hidden="true" className={tape} />}
    </div>
  );
}

function headlineSize(lines: string[]): string {
  const isLong = lines.some((line) => line.length > 6);
  if (lines.length > 1) return isLong ? "text-[min(24vw,17dvh)]" : "text-[min(31vw,17dvh)]";
  return isLong ? "text-[min(21.5vw,26dvh)]" : "text-[min(36vw,26dvh)]";
}

/** The time until the verdict closes, and the button that closes it now. */
function NextBar({ milliseconds, onNext }: { milliseconds: number; onNext: () => void }) {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    bar.current?.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], {
      duration: milliseconds,
      fill: "forwards",
    });
  }, [milliseconds]);
  return (
    <div className="shrink-0">
      {/* Its ::after covers the screen, so a thumb doesn't need to aim. */}
      <button
        type="button"
        onClick={onNext}
        className="min-h-14 w-full font-display text-xl font-bold tracking-[0.08em] uppercase after:absolute after:inset-0 focus-visible:outline-current"
      >
        Tap for next ticket
      </button>
      <span ref={bar} aria-hidden="true" className="block h-1.5 origin-left bg-current" />
    </div>
  );
}
