import { clsx } from "clsx";
import { Suspense } from "react";
import { useFieldProps } from "../field.tsx";
import { inputStyle } from "../input.tsx";
import { lazyPart } from "../lazy-part.tsx";
import type { RichTextProps } from "./rich-text-editor.tsx";

const Editor = lazyPart("The text editor", async () => (await import("./rich-text-editor.tsx")).RichTextEditor);

/** Input for text with headings, lists and links. The editor loads when it is shown. */
export function RichText(props: RichTextProps) {
  const field = useFieldProps();
  return (
    <Suspense fallback={<div aria-busy="true" className={clsx(inputStyle, "min-h-64 animate-breathe")} />}>
      <Editor {...props} field={field} />
    </Suspense>
  );
}
