import { Copy, Download } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";

const asText = (codes: string[]) =>
  `Savage Gentlemen: recovery codes\nEach opens your account once when your phone is gone.\n\n${codes.join("\n")}\n`;

async function copy(codes: string[]) {
  try {
    await navigator.clipboard.writeText(asText(codes));
    toast({ title: "Copied", tone: "good" });
  } catch {
    toast({
      title: "This browser does not let us copy",
      description: "Download them, or write them down.",
      tone: "bad",
    });
  }
}

function download(codes: string[]) {
  const address = URL.createObjectURL(new Blob([asText(codes)], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), {
    href: address,
    download: "savage-gentlemen-recovery-codes.txt",
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Ten new codes, shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <div className="grid gap-5">
      <Notice tone="soon" title="Keep these somewhere safe now">
        They are not shown again. Each one opens your account once, should your phone be gone.
      </Notice>
      <ol className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-sm border border-line bg-raised p-4 font-mono tabular-nums">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="outline" onClick={() => void copy(codes)}>
          <Copy aria-hidden="true" className="size-5" />
          Copy
        </Button>
        <Button variant="outline" onClick={() => download(codes)}>
          <Download aria-hidden="true" className="size-5" />
          Download
        </Button>
      </div>
      <Button size="lg" onClick={onDone}>
        I have kept them
      </Button>
    </div>
  );
}
