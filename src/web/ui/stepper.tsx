import { Minus, Plus } from "lucide-react";
import { IconButton } from "./button.tsx";

type StepperProps = {
  /** What is counted: "Early bird tickets". */
  label: string;
  value: number;
  /** The lowest number that can be chosen; 0 by default. */
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
      <IconButton
        label={`Fewer: ${label}`}
        Icon={Minus}
        variant="outline"
        disabled={value <= min}
        onClick={() => onChange(down)}
      />
      <output aria-live="polite" className="w-10 text-center font-display text-2xl font-bold tabular-nums">
        {value}
      </output>
      <IconButton
        label={`More: ${label}`}
        Icon={Plus}
        variant="outline"
        disabled={up > max}
        onClick={() => onChange(up)}
      />
    </div>
  );
}
