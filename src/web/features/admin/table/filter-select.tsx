import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { inputStyle } from "#web/ui/input.tsx";

export type FilterChoice = { value: string | number; label: string };

export type FilterSelectProps = {
  /** What the filter is about: "Status". */
  label: string;
  /** The text of the first, empty option: "Any status". */
  any?: string;
  value: string | undefined;
  choices: FilterChoice[];
  onChange: (value: string | undefined) => void;
};

/** One filter of a list. An active filter is highlighted, so that no one wonders where the other rows are. */
export function FilterSelect({ label, any, value, choices, onChange }: FilterSelectProps) {
  return (
    <span className="relative block max-md:min-w-0 max-md:grow max-md:basis-[45%] md:max-w-56">
      <select
        aria-label={label}
        value={value ?? ""}
        onChange={(e) => onChange(e.target.value || undefined)}
        className={clsx(
          inputStyle,
          "min-h-11! appearance-none overflow-hidden py-2! pr-9! pl-3! text-ellipsis md:min-h-10! md:text-sm!",
          value !== undefined && any !== undefined && "border-gold! bg-gold/12!",
        )}
      >
        {any !== undefined && <option value="">{any}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-2.5 size-4.5 -translate-y-1/2 text-muted" />
    </span>
  );
}
