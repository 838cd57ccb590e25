import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { Input } from "./input.tsx";

/** A dollar amount as people type it: 15 or 15.50. The caller parses it into cents. */
export function MoneyInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  return (
    <span className="relative block">
      <span aria-hidden="true" className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted">
        $
      </span>
      <Input {...rest} inputMode="decimal" autoComplete="off" className={clsx("pl-8 tabular-nums", className)} />
    </span>
  );
}
