import { clsx } from "clsx";
import { Check, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** A step's state: done, in progress, delayed, or not started. */
type StepState = "done" | "now" | "trouble" | "ahead";
export type Step = { key: string; label: string; note?: ReactNode; state: StepState };

const rings: Record<StepState, string> = {
  done: "border-sea bg-sea-wash text-sea",
  now: "border-gold text-gilt",
  trouble: "border-mango bg-mango-wash text-mango",
  ahead: "border-edge text-transparent",
};
const spokenLabels: Record<StepState, string> = {
  done: "done",
  now: "in progress",
  trouble: "delayed",
  ahead: "not started",
};

/** A progress indicator: the steps of a process and the current one. */
export function Steps({ label, steps }: { label: string; steps: Step[] }) {
  return (
    <ol aria-label={label} className="flex">
      {steps.map(({ key, label: name, note, state }, index) => (
        <li
          key={key}
          aria-current={state === "now" || state === "trouble" ? "step" : undefined}
          className="relative min-w-0 flex-1 pr-3"
        >
          {index < steps.length - 1 && (
            <span
              aria-hidden="true"
              className={clsx(
                "absolute top-2.5 right-0 left-5 h-px",
                steps[index + 1]!.state === "ahead" ? "bg-edge" : "bg-sea",
              )}
            />
          )}
          <span
            aria-hidden="true"
            className={clsx("relative grid size-5 place-items-center rounded-full border", rings[state])}
          >
            {state === "done" && <Check className="size-3" strokeWidth={3} />}
            {state === "now" && <span className="size-2 rounded-full bg-gold" />}
            {state === "trouble" && <TriangleAlert className="size-3" strokeWidth={2.5} />}
          </span>
          <span className={clsx("mt-1.5 block text-sm", state === "ahead" ? "text-muted" : "font-semibold text-ink")}>
            {name}
            <span className="sr-only">: {spokenLabels[state]}</span>
          </span>
          {note && <span className="block text-sm text-muted">{note}</span>}
        </li>
      ))}
    </ol>
  );
}
