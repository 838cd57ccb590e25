import { Minus, Plus } from "lucide-react";
import { buttonStyle } from "./button-style.ts";

export type StepperProps = {
  /** What is counted: "Early bird tickets". */
  label: string;
  value: number;
  min?: number;
  max: number;
  /** The first press above zero jumps to this number, for ticket types with a minimum per order. */
  firstStep?: number;
  onChange: (value: number) => void;
};

export function Stepper({ label, value, min = 0, max, firstStep = 1, onChange }: StepperProps) {
  const down = value <= firstStep ? min : value - 1;
  const up = value < firstStep ? firstStep : value + 1;

  return (
    <div role="group" aria-label={label} className="flex items-center gap-1">
      <button
        type="button"
        aria-label={`Fewer: ${label}`}
        disabled={value <= min}
        onClick={() => onChange(down)}
        className={buttonStyle("outline", "icon")}
      >
        <Minus className="size-5" />
      </button>
      <output aria-live="polite" className="w-10 text-center font-display text-2xl font-bold tabular-nums">
        {value}
      </output>
      <button
        type="button"
        aria-label={`More: ${label}`}
        disabled={up > max}
        onClick={() => onChange(up)}
        className={buttonStyle("outline", "icon")}
      >
        <Plus className="size-5" />
      </button>
    </div>
  );
}
