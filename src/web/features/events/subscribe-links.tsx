import { CalendarSync, Rss } from "lucide-react";
import { paths } from "#web/lib/paths.ts";
import { useSite } from "#web/lib/site.ts";
import { buttonStyle } from "#web/ui/button-style.ts";

/** Subscribe to the events in a calendar or feed reader, which stays up to date by itself. */
export function SubscribeLinks({ city }: { city: string | undefined }) {
  const { baseUrl } = useSite();
  const calendar = new URL(paths.feeds.calendar({ city }), baseUrl).href;
  return (
    <aside aria-label="Subscribe" className="measure pt-16">
      <div className="pinstripe flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-lg border border-line px-6 py-5">
        <p className="max-w-[48ch]">
          <span className="display block text-display-sm">Never miss a night</span>
          <span className="text-sm text-muted">
            {city ? `Events in ${city}` : "Every event"} in your own calendar, updated when plans change.
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          <a href={calendar.replace(/^https?:/, "webcal:")} className={buttonStyle("outline")}>
            <CalendarSync aria-hidden="true" className="size-5" /> Subscribe
          </a>
          <a href={calendar} download="" className={buttonStyle("quiet")}>
            .ics file
          </a>
          <a href={paths.feeds.news()} className={buttonStyle("quiet")}>
            <Rss aria-hidden="true" className="size-5" /> RSS
          </a>
        </div>
      </div>
    </aside>
  );
}
