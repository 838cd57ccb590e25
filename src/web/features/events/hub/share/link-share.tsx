import { Download, MessageCircle, Share2 } from "lucide-react";
import { renderSVG } from "uqr";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { QrCode } from "#web/ui/qr-code.tsx";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";

type LinkShareProps = {
  /** What the link is: "Event link". */
  label: string;
  /** What it leads to, as a message says it. */
  title: string;
  url: string;
  /** The name of the QR code's file. */
  fileName: string;
};

/** A link as text and as a QR code, and ways to share it. */
export function LinkShare({ label, title, url, fileName }: LinkShareProps) {
  return (
    <section
      aria-label={label}
      className="grid grid-cols-[min(7.5rem,40%)_minmax(0,1fr)] items-center gap-4 rounded-md border border-line bg-raised p-4"
    >
      <QrCode code={url} label={`QR code of the link to ${title}`} className="rounded-sm" />
      <div className="grid justify-items-start gap-3">
        <p className="font-mono text-xs break-all text-muted">{url}</p>
        <a href={pictureOf(url)} download={fileName} className={buttonStyle("quiet", "sm", "-ml-2")}>
          <Download className="size-4" /> QR code
        </a>
      </div>
      <div className="col-span-full flex flex-wrap gap-2">
        <CopyButton text={url} label="Copy link" />
        <a
          href={withQuery("https://wa.me/", { text: `${title}: ${url}` })}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonStyle("outline", "sm")}
        >
          <MessageCircle className="size-4" /> WhatsApp<span className="sr-only"> (opens in a new tab)</span>
        </a>
        {"share" in navigator && (
          <Button
            variant="outline"
            size="sm"
            onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
          >
            <Share2 className="size-4" /> More
          </Button>
        )}
      </div>
    </section>
  );
}

/** The QR code as an SVG file for flyers. */
const pictureOf = (url: string) => `data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 4 }))}`;
