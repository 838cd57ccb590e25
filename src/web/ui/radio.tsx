import { clsx } from "clsx";
import type { ComponentProps } from "react";

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
