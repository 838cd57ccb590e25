import { clsx } from "clsx";
import type { EventDetail } from "#contract/events.ts";
import { formatLongDate } from "#web/lib/dates.ts";

const said = {
  cancelled: {
    title: "This night is cancelled",
    text: "It will not take place. Everybody who holds a ticket hears from us by mail.",
    look: "border-hibiscus bg-hibiscus-wash text-hibiscus",
  },
  postponed: {
    title: "This night is postponed",
    text: "It does not take place on this date. Tickets stay good for the new one; everybody who holds one hears from us by mail.",
    look: "border-mango bg-mango-wash text-mango",
  },
};

/** Says across the whole page that a night does not take place as announced, with the staff's own words where there are some. */
export function StateBanner({ event }: { event: EventDetail }) {
  const { state, stateNote, movedFrom, startsAt, timeZone } = event;
  if (state === "on") {
    if (!movedFrom || movedFrom === startsAt) return null;
    return (
      <p role="note" className="border-y-2 border-mango bg-mango-wash">
        <span className="measure block py-4 text-lg">
          <strong className="text-mango">New date.</strong> This night was planned for{" "}
          <s>{formatLongDate(movedFrom, timeZone)}</s> and now takes place on{" "}
          <strong>{formatLongDate(startsAt, timeZone)}</strong>.
        </span>
      </p>
    );
  }
  const { title, text, look } = said[state];
  return (
    <section aria-labelledby="night-state" className={clsx("border-y-4", look)}>
      <div className="measure grid gap-3 py-8 md:grid-cols-[auto_minmax(0,1fr)] md:items-center md:gap-12 md:py-10">
        <h2 id="night-state" className="display max-w-[14ch] text-display-lg font-black">
          {title}
        </h2>
        <p className="max-w-[60ch] text-lg whitespace-pre-line text-ink">{stateNote ?? text}</p>
      </div>
    </section>
  );
}
