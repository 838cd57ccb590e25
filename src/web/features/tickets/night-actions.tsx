import { CalendarPlus, Share2 } from "lucide-react";
import { useEffect, useState } from "react";
import { paths } from "#web/lib/paths.ts";
import { useSite } from "#web/lib/site.ts";
import { Button } from "#web/ui/button.tsx";
import { calendarFile } from "./calendar.ts";

type Night = {
  id: number;
  slug: string;
  title: string;
  startsAt: string;
  endsAt?: string | undefined;
  venue?: { name: string; address: string | null; city: string } | undefined;
};

/** What one does after buying: put it in the calendar, tell the friends. Shares the night, never the ticket. */
export function NightActions({ night }: { night: Night }) {
  const { baseUrl } = useSite();
  const url = new URL(paths.event(night.id, night.slug), baseUrl).href;
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare("share" in navigator), []);

  function saveCalendar() {
    const { venue } = night;
    const place = venue ? [venue.name, venue.address, venue.city].filter(Boolean).join(", ") : "";
    const uid = `event-${night.id}@${new URL(baseUrl).hostname}`;
    const text = calendarFile({ ...night, uid, place, url, madeAt: new Date().toISOString() });
    const address = URL.createObjectURL(new Blob([text], { type: "text/calendar" }));
    const link = Object.assign(document.createElement("a"), { href: address, download: `${night.slug}.ics` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="outline" onClick={saveCalendar}>
        <CalendarPlus aria-hidden="true" className="size-5" /> Add to calendar
      </Button>
      {canShare && (
        <Button
          variant="outline"
          onClick={() => void navigator.share({ title: night.title, url }).catch(() => undefined)}
        >
          <Share2 aria-hidden="true" className="size-5" /> Tell friends
        </Button>
      )}
    </div>
  );
}
