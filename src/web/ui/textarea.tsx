import { clsx } from "clsx";
import type { ChangeEvent, ComponentProps } from "react";
import { useFieldProps } from "./field.tsx";
import { inputStyle } from "./input.tsx";

const heights: Record<number, string> = { 2: "min-h-[calc(2lh+1.375rem)]", 3: "min-h-[calc(3lh+1.375rem)]" };

/** `oneLine` turns line breaks into spaces, for text that wraps but has no paragraphs. */
type TextareaProps = ComponentProps<"textarea"> & { oneLine?: boolean };

/** Grows with its text, from `rows` up to 60 percent of the screen. */
export function Textarea({ className, rows = 4, oneLine = false, ...rest }: TextareaProps) {
  const props: ComponentProps<"textarea"> = { ...useFieldProps(), ...rest };
  const height = heights[rows] ?? "min-h-[calc(4lh+1.375rem)]";
  const style = clsx(inputStyle.replace("min-h-12", height), "field-sizing-content max-h-[60dvh] resize-y", className);
  function joinLines(e: ChangeEvent<HTMLTextAreaElement>) {
    if (oneLine && e.target.value.includes("\n")) e.target.value = e.target.value.replace(/\s*\n\s*/g, " ");
    props.onChange?.(e);
  }
  return <textarea {...props} onChange={joinLines} rows={rows} className={style} />;
}
