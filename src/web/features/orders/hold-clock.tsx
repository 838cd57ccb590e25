import { clsx } from "clsx";
import { formatCountdown } from "./use-seconds-left.ts";

const holdSeconds = 600;
const hurrySeconds = 120;

export type HoldClockProps = {
  secondsLeft: number;
  /** The part of the time that was added because the payment provider didn't respond. */
  graceSeconds: number;
};

/** The time left on the hold, in large type. Screen readers announce it once a minute, not every second. */
export function HoldClock({ secondsLeft, graceSeconds }: HoldClockProps) {
  const isLate = secondsLeft <= hurrySeconds;
  const minutes = Math.ceil(secondsLeft / 60);
  return (
    <div className={clsx("rounded-lg border p-5", isLate ? "border-mango/50 bg-mango-wash" : "border-line bg-panel")}>
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-semibold">On hold for you</span>
        <span
          role="timer"
          aria-label="Time left"
          className={clsx(
            "font-display text-5xl leading-none font-extrabold tabular-nums",
            isLate ? "text-mango" : "text-gilt",
          )}
        >
          {formatCountdown(secondsLeft)}
        </span>
      </p>
      <progress
        aria-hidden="true"
        max={holdSeconds + graceSeconds}
        value={secondsLeft}
        className={clsx(
          "mt-3 block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-webkit-progress-bar]:bg-line",
          isLate
            ? "[&::-moz-progress-bar]:bg-mango [&::-webkit-progress-value]:bg-mango"
            : "[&::-moz-progress-bar]:bg-gold [&::-webkit-progress-value]:bg-gold",
        )}
      />
      {/* Always rendered, so screen readers announce the text when it appears. */}
      <p role="status" className={clsx("text-sm", graceSeconds > 0 && "mt-3")}>
        {graceSeconds > 0 &&
          `The payment service isn't responding, so we're holding your tickets ${graceSeconds / 60} minutes longer.`}
      </p>
      <p aria-live="polite" className="sr-only">
        {minutes === 1 ? "Less than a minute" : `${minutes} minutes`} left to pay.
      </p>
    </div>
  );
}
