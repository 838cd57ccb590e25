import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { useFieldProps } from "./field.tsx";

export const inputStyle =
  "w-full min-h-12 rounded-sm border border-edge bg-raised px-3.5 py-2.5 text-base text-ink placeholder:text-muted transition-colors hover:border-ink aria-invalid:border-hibiscus disabled:opacity-50";

/** What a phone's keyboard must not do to an email address. */
const ofEmail = { inputMode: "email", autoCapitalize: "none", spellCheck: false, maxLength: 254 } as const;

export function Input({ className, ...rest }: ComponentProps<"input">) {
  const habits = rest.type === "email" ? ofEmail : {};
  return <input {...useFieldProps()} {...habits} {...rest} className={clsx(inputStyle, className)} />;
}

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
