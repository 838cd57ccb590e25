import { clsx } from "clsx";
import { Suspense } from "react";
import { useHydrated } from "#web/lib/use-now.ts";
import { useFieldProps, inputStyle } from "../field.tsx";
import { lazyPart } from "../lazy-part.tsx";
import type { RichTextProps } from "./rich-text-editor.tsx";

const Editor = lazyPart("The text editor", async () => (await import("./rich-text-editor.tsx")).RichTextEditor);

/** Input for text with headings, lists and links. The editor loads when it is shown, and only in a browser. */
export function RichText(props: RichTextProps) {
  const field = useFieldProps();
  const isReady = useHydrated();
  const waiting = <div aria-busy="true" className={clsx(inputStyle, "min-h-64 animate-breathe")} />;
  return <Suspense fallback={waiting}>{isReady ? <Editor {...props} field={field} /> : waiting}</Suspense>;
}
