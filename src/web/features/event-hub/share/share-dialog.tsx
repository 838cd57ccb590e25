import { Download, MessageCircle, Share2 } from "lucide-react";
import { Link } from "react-router";
import { renderSVG } from "uqr";
import type { EditedEvent } from "#contract/event-editing.ts";
import { CopyButton } from "#web/features/promotions/copy-button.tsx";
import { QrCode } from "#web/features/tickets/qr-code.tsx";
import { paths, withQuery } from "#web/lib/paths.ts";
import { useSite } from "#web/lib/site.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { hubPath } from "../event-tab.ts";

type ShareDialogProps = {
  event: EditedEvent;
  /** The event was published a moment ago. */
  isNew: boolean;
  onClose: () => void;
};

const audience = {
  published: "Everyone can find it on the site.",
  unlisted: "Only people with the link can find it.",
  draft: "Only staff can see it.",
};

/** An event's public link, as text and as a QR code, ways to share it, and what to do next. */
export function ShareDialog({ event, isNew, onClose }: ShareDialogProps) {
  const { baseUrl } = useSite();
  const url = new URL(paths.event(event), baseUrl).href;
  return (
    <Dialog
      onClose={onClose}
      title={isNew ? "Your event is live" : "Share"}
      description={`${event.title}. ${audience[event.visibility]}`}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <section
          aria-label="Event link"
          className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-4 rounded-md border border-line bg-raised p-4"
        >
          <QrCode code={url} label={`QR code of the link to ${event.title}`} className="rounded-sm" />
          <div className="grid justify-items-start gap-3">
            <p className="font-mono text-xs break-all text-muted">{url}</p>
            <a href={pictureOf(url)} download={`${event.slug}-qr.svg`} className={buttonStyle("quiet", "sm", "-ml-2")}>
              <Download className="size-4" /> QR code
            </a>
          </div>
          <div className="col-span-full flex flex-wrap gap-2">
            <CopyButton text={url} label="Copy link" />
            <a
              href={withQuery("https://wa.me/", { text: `${event.title}: ${url}` })}
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
                onClick={() => void navigator.share({ title: event.title, url }).catch(() => undefined)}
              >
                <Share2 className="size-4" /> More
              </Button>
            )}
          </div>
        </section>
        <section aria-labelledby="share-next" className="grid gap-2">
          <h3 id="share-next" className="font-semibold">
            What to do next
          </h3>
          <ul className="grid gap-1">
            {nextLinks(event).map(({ to, text, hint }) => (
              <li key={to}>
                <Link to={to} onClick={onClose} className="group grid rounded-sm py-1.5">
                  <span className="underline decoration-edge underline-offset-3 group-hover:decoration-current">
                    {text}
                  </span>
                  <span className="text-sm text-muted">{hint}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  );
}

/** The QR code as an SVG file for flyers. */
const pictureOf = (url: string) => `data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 4 }))}`;

const nextLinks = ({ id }: EditedEvent) => [
  { to: hubPath(id, "promoters"), text: "Invite promoters", hint: "Each gets a link, and you see what it sells." },
  { to: hubPath(id, "codes"), text: "Create a promo code", hint: "For your newsletter or the street team." },
  { to: hubPath(id, "comps"), text: "Issue comps", hint: "Free tickets for artists, press and friends." },
  { to: hubPath(id, "door"), text: "Get ready for check-in", hint: "The scanner and the door list." },
];
