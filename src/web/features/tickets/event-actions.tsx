import { useOnline } from "#web/lib/offline.ts";
import { CalendarPlus, Share2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { EventStatus } from "#contract/events/events.ts";
import type { Things } from "#contract/orders/texts.ts";
import { paths } from "#web/lib/paths.ts";
import { useSite } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Button } from "#web/ui/button.tsx";
import { openAuth } from "#web/lib/auth-events.ts";

type SharedEvent = {
  id: number;
  status: EventStatus;
  slug: string;
  title: string;
};

/**
 * An event as a calendar file: the same as the one in the order's email, so that both stay one entry. The server makes
 * it, so there is none without a network.
 */
export function AddToCalendar({ eventId }: { eventId: number }) {
  const isOnline = useOnline();
  if (!isOnline) return null;
  return (
    <a href={paths.feeds.event(eventId)} download="" className={buttonStyle("outline")}>
      <CalendarPlus className="size-5" /> Add to calendar
    </a>
  );
}

/** Actions after buying: add to calendar, share. Shares the event, never the ticket. */
export function EventActions({ event }: { event: SharedEvent }) {
  const { baseUrl } = useSite();
  const url = new URL(paths.event(event), baseUrl).href;
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare("share" in navigator), []);

  return (
    <div className="flex flex-wrap gap-3">
      {event.status === "on" && <AddToCalendar eventId={event.id} />}
      {canShare && (
        <Button
          variant="outline"
          onClick={() => void navigator.share({ title: event.title, url }).catch(() => undefined)}
        >
          <Share2 className="size-5" /> Share
        </Button>
      )}
    </div>
  );
}

/** The offer to a guest: registering keeps the same user id, so everything that they bought stays with them. */
export function KeepTickets({ things = "tickets" }: { things?: Things }) {
  const isTickets = things === "tickets";
  return (
    <aside
      aria-labelledby="keep-tickets"
      className="pinstripe flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-lg border border-line p-5 sm:p-6"
    >
      <div className="grow basis-64">
        <h2 id="keep-tickets" className="display text-display-sm">
          Keep your {isTickets ? "tickets" : "order"} on any device
        </h2>
        <p className="mt-1.5 max-w-[52ch] text-muted">
          You bought as a guest. {isTickets ? "They're" : "It's"} saved on this device and in your email. With an
          account, you can open {isTickets ? "them" : "it"} anywhere.
        </p>
      </div>
      <Button onClick={() => openAuth({ tab: "register" })}>Create account</Button>
    </aside>
  );
}
