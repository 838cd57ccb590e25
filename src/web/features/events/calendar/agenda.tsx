import type { NightMark } from "#contract/event-marks.ts";
import { formatTime } from "#web/lib/dates.ts";
import { dayName } from "../days.ts";
import { MarkLink } from "../mark-link.tsx";

/** The days that have nights, one below the other. */
export function Agenda({ byDay, today }: { byDay: Map<string, NightMark[]>; today: string }) {
  return (
    <ol className="grid gap-8">
      {[...byDay].map(([day, nights]) => (
        <li key={day}>
          <h3 className="eyebrow flex items-center gap-3 border-b-2 border-gold pb-2">
            {dayName(day)}
            {day === today && <span className="rounded-sm bg-gold px-2 py-0.5 text-on-gold">Today</span>}
          </h3>
          <ul>
            {nights.map((night) => (
              <li key={night.id} className="border-b border-line">
                <MarkLink night={night} when={`${formatTime(night.startsAt, night.timeZone)} · ${night.city}`} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
