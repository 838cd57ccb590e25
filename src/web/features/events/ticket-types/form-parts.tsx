import { clsx } from "clsx";
import { Ban, Check } from "lucide-react";
import { type ReactNode, useId } from "react";

/** A group of fields under a small heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4 border-b border-line pb-6 last:border-0 last:pb-0">
      <h3 id={id} className="eyebrow text-gilt">
        {title}
      </h3>
      {children}
    </section>
  );
}

type SegmentsProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  choices: Partial<Record<Value, string>>;
};

/** A few choices side by side: radio buttons that look like one switch. */
export function Segments<Value extends string>({ label, value, onChange, choices }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="flex flex-wrap rounded-sm border border-edge bg-raised p-1">
        {(Object.entries(choices) as [Value, string][]).map(([choice, text]) => (
          <label
            key={choice}
            className={clsx(
              "flex min-h-10 flex-1 items-center justify-center rounded-xs px-2 text-center text-sm leading-tight font-semibold transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gilt",
              choice === value ? "bg-gold text-on-gold" : "text-muted hover:text-ink",
            )}
          >
            <input
              type="radio"
              name={name}
              checked={choice === value}
              onChange={() => onChange(choice)}
              className="sr-only"
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Wristband colors that are sold in shops and easy to tell apart in the dark. */
const doorColors = [
  ["", "None"],
  ["#c9a24b", "Gold"],
  ["#e8603c", "Coral"],
  ["#d81e7a", "Pink"],
  ["#8e44ad", "Purple"],
  ["#3a4fd0", "Blue"],
  ["#00a6b8", "Turquoise"],
  ["#3f7d58", "Green"],
  ["#f0f0ec", "White"],
];

const swatch =
  "relative grid size-11 place-items-center rounded-sm border border-edge has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gilt";

/** The color that the scanner shows for a ticket of this type: its wristband. */
export function ColorField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const name = useId();
  const isKnown = doorColors.some(([color]) => color === value);
  const colors = isKnown ? doorColors : [...doorColors, [value, "Current"]];
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Color at check-in</legend>
      <div className="flex flex-wrap gap-2">
        {colors.map(([color, label]) => (
          <label key={color} className={swatch} style={color ? { background: color } : undefined} title={label}>
            <input
              type="radio"
              name={name}
              aria-label={label}
              checked={value === color}
              onChange={() => onChange(color!)}
              className="absolute inset-0 appearance-none"
            />
            {!color && value !== "" && <Ban className="pointer-events-none size-5 text-muted" />}
            {value === color && (
              <Check
                className={clsx(
                  "pointer-events-none",
                  color ? "size-7 rounded-full bg-[#0b0b0c] p-1 text-[#fff]" : "size-5",
                )}
                strokeWidth={3}
              />
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
