import { CalendarPlus, Share2 } from "lucide-react";
import { useEffect, useState } from "react";
import { paths } from "#web/lib/paths.ts";
import { useSite } from "#web/lib/site.ts";
import { Button } from "#web/ui/button.tsx";
import { calendarFile } from "./calendar.ts";

type SharedEvent = {
  id: number;
  slug: string;
  title: string;
  startsAt: string;
  endsAt?: string | undefined;
  venue?: { name: string; address: string | null; city: string } | undefined;
};

/** Actions after buying: add to calendar, share. Shares the event, never the ticket. */
export function EventActions({ event }: { event: SharedEvent }) {
  const { baseUrl } = useSite();
  const url = new URL(paths.event(event.id, event.slug), baseUrl).href;
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare("share" in navigator), []);

  function saveCalendar() {
    const { venue } = event;
    const location = venue ? [venue.name, venue.address, venue.city].filter(Boolean).join(", ") : "";
    const uid = `event-${event.id}@${new URL(baseUrl).hostname}`;
    const text = calendarFile({ ...event, uid, location, url, madeAt: new Date().toISOString() });
    const address = URL.createObjectURL(new Blob([text], { type: "text/calendar" }));
    const link = Object.assign(document.createElement("a"), { href: address, download: `${event.slug}.ics` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="outline" onClick={saveCalendar}>
        <CalendarPlus className="size-5" /> Add to calendar
      </Button>
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
