import { clsx } from "clsx";
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
  choices: { value: Value; label: string }[];
};

/** A few choices side by side: radio buttons that look like one switch. */
export function Segments<Value extends string>({ label, value, onChange, choices }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="flex rounded-sm border border-edge bg-raised p-1">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={clsx(
              "flex min-h-10 flex-1 items-center justify-center rounded-xs px-2 text-center text-sm leading-tight font-semibold transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gilt",
              choice.value === value ? "bg-gold text-on-gold" : "text-muted hover:text-ink",
            )}
          >
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="sr-only"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
