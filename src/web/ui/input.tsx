import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { useFieldProps } from "./field.tsx";

export const inputStyle =
  "w-full min-h-12 rounded-sm border border-edge bg-raised px-3.5 py-2.5 text-base text-ink placeholder:text-muted transition-colors hover:border-ink aria-invalid:border-hibiscus disabled:opacity-50";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...useFieldProps()} {...rest} className={clsx(inputStyle, className)} />;
}
