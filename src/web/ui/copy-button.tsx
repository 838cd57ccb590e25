import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { toast } from "./toast.ts";

const thanksMs = 2000;

type CopyButtonProps = {
  text: string;
  /** "Copy link". */
  label: string;
  /** Says whose text it is: "Copy link: SOCA10". */
  description?: string;
};

/** Copies a text and confirms it on the button. */
export function CopyButton({ text, label, description = label }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), thanksMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Browsers refuse on plain http and without a press: then the toast shows the text.
      toast({ title: "Your browser blocked copying. Copy this yourself:", description: text });
    }
  }
  const Icon = isCopied ? Check : Copy;
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={isCopied ? undefined : description}
      className="relative z-10"
      onClick={() => void copy()}
    >
      <Icon className="size-4" />
      <span aria-live="polite">{isCopied ? "Copied" : label}</span>
    </Button>
  );
}
