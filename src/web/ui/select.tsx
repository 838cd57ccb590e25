import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { useFieldProps } from "./field.tsx";
import { inputStyle } from "./input.tsx";

/** The native select: the best picker on a phone, and it works before any script has loaded. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className={clsx("relative block", className)}>
      <select {...useFieldProps()} {...rest} className={clsx(inputStyle, "appearance-none truncate pr-10")}>
        {children}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted" />
    </span>
  );
}
