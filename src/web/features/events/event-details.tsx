import { ArrowUpRight } from "lucide-react";
import type { ReactNode } from "react";
import type { EventDetail } from "#contract/events.ts";
import { dateParts, formatTime } from "#web/lib/dates.ts";

const ages: Record<EventDetail["ageRule"], { sign: string; text: string }> = {
  all: { sign: "All ages", text: "Everyone is welcome" },
  "18+": { sign: "18+", text: "Bring a photo ID" },
  "21+": { sign: "21+", text: "Bring a photo ID" },
};

/** The link that opens a map: a plain link, so no map service learns about visitors who don't use it. */
export function mapAddress({ venue }: Pick<EventDetail, "venue">): string {
  const address = [venue.name, venue.address, venue.city, venue.region, venue.country].filter(Boolean).join(", ");
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
}

/** The facts for attending: when, where, age limit, dress code. */
export function EventDetails({ event }: { event: EventDetail }) {
  const { weekday, day, month, year } = dateParts(event.startsAt, event.timeZone);
  const { venue } = event;
  const time = (instant: string) => formatTime(instant, event.timeZone);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-7 border-b border-line py-8 md:grid-cols-4 md:py-10 lg:grid-cols-[auto_auto_minmax(12rem,1fr)_minmax(0,1fr)]">
      <Detail label="Date" big={`${weekday}, ${month} ${day}`}>
        {year}
      </Detail>
      <Detail label={event.doorsAt ? "Doors" : "Starts"} big={time(event.doorsAt ?? event.startsAt)}>
        {event.doorsAt && `Music ${time(event.startsAt)}, `}until {time(event.endsAt)}
      </Detail>
      <Detail label="Where" big={venue.name}>
        {[venue.address, venue.city, venue.region].filter(Boolean).join(", ")}
        <br />
        <a
          href={mapAddress(event)}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center gap-1 font-semibold text-gilt underline underline-offset-4 hover:text-ink"
        >
          Open map <ArrowUpRight className="size-4" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      </Detail>
      <Detail label="Who" big={ages[event.ageRule].sign}>
        {ages[event.ageRule].text}
        {event.dressCode && (
          <>
            <br />
            Dress code: {event.dressCode}
          </>
        )}
      </Detail>
    </dl>
  );
}

function Detail({ label, big, children }: { label: string; big: string; children: ReactNode }) {
  return (
    <div className="min-w-0 lg:pr-8">
      <dt className="eyebrow mb-1.5 text-gilt">{label}</dt>
      <dd>
        <span className="display block text-display-sm lg:text-[2rem]">{big}</span>
        <span className="mt-1.5 block text-sm text-muted">{children}</span>
      </dd>
    </div>
  );
}
