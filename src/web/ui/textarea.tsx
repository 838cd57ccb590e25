import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { useFieldProps } from "./field.tsx";
import { inputStyle } from "./input.tsx";

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...useFieldProps()} {...rest} rows={rows} className={clsx(inputStyle, "resize-y", className)} />;
}
