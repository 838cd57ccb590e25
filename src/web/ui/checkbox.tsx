import { clsx } from "clsx";
import { Check } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & { label: ReactNode };

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className={clsx("flex min-h-11 items-center gap-3", className)}>
      <span className="relative grid size-6 shrink-0 place-items-center">
        <input
          {...rest}
          type="checkbox"
          className="peer size-6 appearance-none rounded-sm border border-edge bg-raised transition-colors checked:border-gold checked:bg-gold hover:border-ink disabled:opacity-50"
        />
        <Check
          strokeWidth={3}
          className="pointer-events-none absolute size-4 text-on-gold opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span>{label}</span>
    </label>
  );
}

/** A radio button: a ring that fills with gold. The label around it names the choice. */
export function Radio({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  return (
    <input
      {...rest}
      type="radio"
      className={clsx(
        "size-5 shrink-0 appearance-none rounded-full border border-edge bg-raised transition-[border-width] checked:border-6 checked:border-gold checked:bg-on-gold hover:border-ink checked:hover:border-gold disabled:opacity-50",
        className,
      )}
    />
  );
}
