import { CalendarPlus, Check, ChevronDown, Link2, MessageCircle, Share2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { EventDetail } from "#contract/events/events.ts";
import { formatTime } from "#web/lib/dates.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { useSite } from "#web/lib/site.ts";
import { toast } from "#web/ui/toast.ts";
import { venueLine } from "./event-hero.tsx";
import { useClosingDetails } from "#web/ui/use-closing-details.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

const compact = (instant: string) => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, "");

/** Ways to add an event to a calendar: a file for any program, and plain links to two web calendars. */
function calendarLinks({ id, title, summary, startsAt, doorsAt, endsAt, timeZone, venue }: EventDetail, url: string) {
  const doors = doorsAt && `Doors ${formatTime(doorsAt, timeZone)}`;
  const details = [doors, summary, url].filter(Boolean).join("\n\n");
  const location = venueLine(venue);
  const google = withQuery("https://calendar.google.com/calendar/render", {
    action: "TEMPLATE",
    text: title,
    dates: `${compact(startsAt)}/${compact(endsAt)}`,
    ctz: timeZone,
    location,
    details,
  });
  const outlook = withQuery("https://outlook.live.com/calendar/0/deeplink/compose", {
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: title,
    startdt: startsAt,
    enddt: endsAt,
    location,
    body: details,
  });
  return [
    { name: "Calendar file (.ics)", address: paths.feeds.event(id), isFile: true },
    { name: "Google Calendar", address: google, isFile: false },
    { name: "Outlook.com", address: outlook, isFile: false },
  ];
}

const tool = buttonStyle("quiet", "md", "px-3! text-base!");

/** Add the event to a calendar or share it. Everything works as plain links; scripts only make it quicker. */
export function EventTools({ event, canCome }: { event: EventDetail; canCome: boolean }) {
  const { baseUrl } = useSite();
  const url = new URL(paths.event(event), baseUrl).href;
  return (
    <div className="border-b border-line py-2">
      <div className="-mx-[min(0.75rem,20px)] flex flex-wrap items-center gap-x-1">
        {canCome && <AddToCalendar event={event} url={url} />}
        <ShareButton title={event.title} url={url} />
        <CopyLink url={url} />
        {/* The visitor picks the recipient in WhatsApp. */}
        <a
          href={withQuery("https://wa.me/", { text: `${event.title}: ${url}` })}
          target="_blank"
          rel="noopener noreferrer"
          className={tool}
        >
          <MessageCircle className="size-5" /> WhatsApp
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      </div>
    </div>
  );
}

function AddToCalendar({ event, url }: { event: EventDetail; url: string }) {
  const details = useClosingDetails();

  useEffect(() => {
    const closeByKey = (pressed: KeyboardEvent) => {
      if (pressed.key !== "Escape" || !details.current?.open) return;
      details.current.open = false;
      details.current.querySelector("summary")?.focus();
    };
    document.addEventListener("keydown", closeByKey);
    return () => document.removeEventListener("keydown", closeByKey);
  }, [details]);

  return (
    <details ref={details} className="group relative">
      <summary className={`${tool} list-none [&::-webkit-details-marker]:hidden`}>
        <CalendarPlus className="size-5" /> Add to calendar
        <ChevronDown className="size-4 group-open:rotate-180" />
      </summary>
      <ul className="absolute top-full left-0 z-20 mt-1 grid w-64 max-w-[calc(100vw-2.5rem)] rounded-md border border-line bg-raised p-1.5 shadow-lift">
        {calendarLinks(event, url).map(({ name, address, isFile }) => (
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

/** Opens the device's share sheet; nothing where there is none. */
function ShareButton({ title, url }: { title: string; url: string }) {
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare("share" in navigator), []);
  if (!canShare) return null;
  return (
    <button type="button" onClick={() => void navigator.share({ title, url }).catch(() => undefined)} className={tool}>
      <Share2 className="size-5" /> Share
    </button>
  );
}

function CopyLink({ url }: { url: string }) {
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
      setTimeout(() => setCopied(false), 2500);
    } catch {
      toast({ title: "We couldn't copy the link", description: url, tone: "bad" });
    }
  }

  return (
    <button type="button" onClick={() => void copy()} className={tool}>
      {isCopied ? <Check className="size-5 text-sea" /> : <Link2 className="size-5" />}
      <span aria-live="polite">{isCopied ? "Link copied" : "Copy link"}</span>
    </button>
  );
}
