import type { EventMarker } from "#contract/event-markers.ts";
import { formatTime } from "#web/lib/dates.ts";
import { dayName } from "../days.ts";
import { EventLink } from "../event-link.tsx";

/** The days with events, one below the other. */
export function Agenda({ byDay, today }: { byDay: Map<string, EventMarker[]>; today: string }) {
  return (
    <ol className="grid gap-8">
      {[...byDay].map(([day, events]) => (
        <li key={day}>
          <h3 className="eyebrow flex items-center gap-3 border-b-2 border-gold pb-2">
            {dayName(day)}
            {day === today && <span className="rounded-sm bg-gold px-2 py-0.5 text-on-gold">Today</span>}
          </h3>
          <ul>
            {events.map((event) => (
              <li key={event.id} className="border-b border-line">
                <EventLink event={event} when={`${formatTime(event.startsAt, event.timeZone)} · ${event.city}`} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
