import { Copy, Download } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { saveFile } from "#web/lib/save-file.ts";
import { toast } from "#web/ui/toast.ts";

const asText = (codes: string[]) =>
  `Savage Gentlemen recovery codes\nEach one lets you in once if you lose your phone.\n\n${codes.join("\n")}\n`;

async function copy(codes: string[]) {
  try {
    await navigator.clipboard.writeText(asText(codes));
    toast({ title: "Copied", tone: "good" });
  } catch {
    toast({
      title: "Your browser blocked copying",
      description: "Download the codes or write them down.",
      tone: "bad",
    });
  }
}

const download = (codes: string[]) =>
  saveFile(new Blob([asText(codes)], { type: "text/plain" }), "savage-gentlemen-recovery-codes.txt");

/** A dialog with ten new codes, shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[] | undefined; onDone: () => void }) {
  if (!codes) return null;
  return (
    <Dialog onClose={onDone} title="Recovery codes">
      <div className="grid gap-5">
        <Callout tone="soon" title="Save these somewhere safe now">
          You won't see them again. Each one lets you in once if you lose your phone.
        </Callout>
        <ol className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-sm border border-line bg-raised p-4 font-mono tabular-nums">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="grid gap-3 sm:grid-cols-2">
          <Button variant="outline" onClick={() => void copy(codes)}>
            <Copy className="size-5" />
            Copy
          </Button>
          <Button variant="outline" onClick={() => download(codes)}>
            <Download className="size-5" />
            Download
          </Button>
        </div>
        <Button size="lg" onClick={onDone}>
          I saved them
        </Button>
      </div>
    </Dialog>
  );
}
