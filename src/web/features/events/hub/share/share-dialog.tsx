import { Link } from "#web/lib/router.ts";
import type { EditedEvent } from "#contract/events/editing.ts";
import { paths } from "#web/lib/paths.ts";
import { useSite } from "#web/lib/site.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { hubPath } from "#web/admin-kit/admin-links.tsx";
import { LinkShare } from "./link-share.tsx";

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
        <LinkShare label="Event link" title={event.title} url={url} fileName={`${event.slug}-qr.svg`} />
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

const nextLinks = ({ id }: EditedEvent) => [
  { to: hubPath(id, "promoters"), text: "Invite promoters", hint: "Each gets a link, and you see what it sells." },
  { to: hubPath(id, "codes"), text: "Create a promo code", hint: "For your newsletter or the street team." },
  { to: hubPath(id, "comps"), text: "Issue comps", hint: "Free tickets for artists, press and friends." },
  { to: hubPath(id, "door"), text: "Get ready for check-in", hint: "The scanner and the door list." },
];
