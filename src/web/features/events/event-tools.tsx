import { CalendarPlus, Check, ChevronDown, Link2, MessageCircle, Share2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { EventDetail } from "#contract/events.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { useSite } from "#web/lib/site.ts";
import { toast } from "#web/ui/toast.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

type CalendarEvent = Pick<
  EventDetail,
  "id" | "slug" | "title" | "summary" | "startsAt" | "endsAt" | "timeZone" | "venue"
>;

const compact = (instant: string) => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, "");
const placeOf = ({ venue }: CalendarEvent) =>
  [venue.name, venue.address, venue.city, venue.region, venue.country].filter(Boolean).join(", ");

/** Ways to add an event to a calendar: a file for any program, and plain links to two web calendars. */
function calendarLinks(event: CalendarEvent, baseUrl: string): { name: string; address: string; isFile: boolean }[] {
  const { title, summary, startsAt, endsAt, timeZone } = event;
  const details = `${summary}\n\n${new URL(paths.event(event.id, event.slug), baseUrl).href}`;
  const google = withQuery("https://calendar.google.com/calendar/render", {
    action: "TEMPLATE",
    text: title,
    dates: `${compact(startsAt)}/${compact(endsAt)}`,
    ctz: timeZone,
    location: placeOf(event),
    details,
  });
  const outlook = withQuery("https://outlook.live.com/calendar/0/deeplink/compose", {
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: title,
    startdt: startsAt,
    enddt: endsAt,
    location: placeOf(event),
    body: details,
  });
  return [
    { name: "Calendar file (.ics)", address: paths.feeds.event(event.id), isFile: true },
    { name: "Google Calendar", address: google, isFile: false },
    { name: "Outlook.com", address: outlook, isFile: false },
  ];
}

/** A WhatsApp message about the event; the user picks the recipient in WhatsApp. */
function whatsAppLink({ id, slug, title }: Pick<CalendarEvent, "id" | "slug" | "title">, baseUrl: string): string {
  return withQuery("https://wa.me/", { text: `${title}: ${new URL(paths.event(id, slug), baseUrl).href}` });
}

const tool = buttonStyle("quiet", "md", "px-3! text-base!");

/** Add the event to a calendar or share it. Everything works as plain links; scripts only make it quicker. */
export function EventTools({ event, canCome }: { event: EventDetail; canCome: boolean }) {
  const { baseUrl } = useSite();
  const url = new URL(paths.event(event.id, event.slug), baseUrl).href;
  return (
    <div className="border-b border-line py-2">
      <div className="-mx-3 flex flex-wrap items-center gap-x-1">
        {canCome && <AddToCalendar event={event} />}
        <ShareButton title={event.title} url={url} />
        <a href={whatsAppLink(event, baseUrl)} target="_blank" rel="noopener noreferrer" className={tool}>
          <MessageCircle className="size-5" /> WhatsApp
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      </div>
    </div>
  );
}

function AddToCalendar({ event }: { event: EventDetail }) {
  const { baseUrl } = useSite();
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const close = (pressed: Event) => {
      if (details.current?.open && !details.current.contains(pressed.target as Node)) details.current.open = false;
    };
    const closeByKey = (pressed: KeyboardEvent) => {
      if (pressed.key !== "Escape" || !details.current?.open) return;
      details.current.open = false;
      details.current.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("focusin", close);
    document.addEventListener("keydown", closeByKey);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("focusin", close);
      document.removeEventListener("keydown", closeByKey);
    };
  }, []);

  return (
    <details ref={details} className="group relative">
      <summary className={`${tool} list-none [&::-webkit-details-marker]:hidden`}>
        <CalendarPlus className="size-5" /> Add to calendar
        <ChevronDown className="size-4 group-open:rotate-180" />
      </summary>
      <ul className="absolute top-full left-0 z-20 mt-1 grid w-64 rounded-md border border-line bg-raised p-1.5 shadow-lift">
        {calendarLinks(event, baseUrl).map(({ name, address, isFile }) => (
          <li key={name}>
            <a
              href={address}
              {...(isFile ? { download: "" } : { target: "_blank", rel: "noopener noreferrer" })}
              className="flex min-h-11 items-center rounded-sm px-3 hover:bg-ink/8"
            >
              {name}
              {!isFile && <span className="sr-only"> (opens in a new tab)</span>}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Opens the phone's share sheet if there is one; otherwise copies the link. */
function ShareButton({ title, url }: { title: string; url: string }) {
  const [canShare, setCanShare] = useState(false);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => setCanShare("share" in navigator && matchMedia("(pointer: coarse)").matches), []);

  async function share() {
    if (canShare) {
      await navigator.share({ title, url }).catch(() => undefined);
      return;
    }
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
      setTimeout(() => setCopied(false), 2500);
    } catch {
      toast({ title: "We couldn't copy the link", description: url, tone: "bad" });
    }
  }

  return (
    <button type="button" onClick={() => void share()} className={tool}>
      {canShare ? (
        <Share2 className="size-5" />
      ) : isCopied ? (
        <Check className="size-5 text-sea" />
      ) : (
        <Link2 className="size-5" />
      )}
      <span aria-live="polite">{canShare ? "Share" : isCopied ? "Link copied" : "Copy link"}</span>
    </button>
  );
}
