import { Check } from "lucide-react";
import type { ChangeEvent } from "react";

export type RowCheckProps = { label: string; checked: boolean; onChange: (e: ChangeEvent) => void };

/** Selects one row, or all on the page. It sits above the link that covers the rest of the row. */
export function RowCheck({ label, checked, onChange }: RowCheckProps) {
  return (
    <label className="relative z-10 -m-2.5 grid size-10 cursor-pointer place-items-center">
      <span className="sr-only">{label}</span>
      <input
        type="checkbox"
        checked={checked}
        onChange={onChange}
        className="peer size-5 appearance-none rounded-sm border border-edge bg-raised checked:border-gold checked:bg-gold hover:border-ink"
      />
      <Check
        strokeWidth={3}
        className="pointer-events-none absolute size-3.5 text-on-gold opacity-0 peer-checked:opacity-100"
      />
    </label>
  );
}
