import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { useFieldProps } from "./field.tsx";
import { inputStyle } from "./input.tsx";

const heights: Record<number, string> = { 2: "min-h-[calc(2lh+1.375rem)]", 3: "min-h-[calc(3lh+1.375rem)]" };

/** Grows with its text, from `rows` up to 60 percent of the screen. */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  const height = heights[rows] ?? "min-h-[calc(4lh+1.375rem)]";
  const style = clsx(inputStyle.replace("min-h-12", height), "field-sizing-content max-h-[60dvh] resize-y", className);
  return <textarea {...useFieldProps()} {...rest} rows={rows} className={style} />;
}
