import { useQuery } from "@tanstack/react-query";
import { ScanLine } from "lucide-react";
import type { DoorEvent } from "#contract/door/door.ts";
import { AdminShell } from "#web/admin-kit/admin-shell.tsx";
import { formatCount } from "#web/admin-kit/figures.tsx";
import { EventMoment } from "#web/admin-kit/moment.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { paths, withQuery } from "#web/lib/paths.ts";
import { useNow } from "#web/lib/use-now.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { isTonight, sortDoorEvents } from "./door-events.ts";
import { doorEventsQuery } from "./queries.ts";

/** What moderators see in /admin: the events to scan for, tonight's first, and how many guests are in. */
export function DoorOverview() {
  const now = useNow();
  const query = useQuery({ ...doorEventsQuery(), staleTime: 0 });
  return (
    <AdminShell title="Check-in" description="Scan tickets and see who's in." lead="Tonight's events come first.">
      <Loaded label="The event list" query={query} className="h-64">
        {({ items }) =>
          items.length === 0 ? (
            <p className="rounded-md border border-line bg-panel px-4 py-10 text-center text-muted">
              No events to scan for. Published events appear here until a day after they end.
            </p>
          ) : (
            <ul className="grid gap-3">
              {sortDoorEvents(items, now).map((event) => (
                <DoorEventRow key={event.id} event={event} isTonight={isTonight(event, now)} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </AdminShell>
  );
}

function DoorEventRow({ event, isTonight: isNow }: { event: DoorEvent; isTonight: boolean }) {
  const { id, title, startsAt, timeZone, venueName, admittedCount, ticketCount } = event;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-md border border-line bg-panel p-4 sm:p-5">
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <h2 className="text-lg leading-snug font-semibold wrap-anywhere">{title}</h2>
        <p className="text-sm text-muted">
          {isNow ? <span className="font-semibold text-gilt">Tonight · </span> : null}
          <EventMoment at={startsAt} timeZone={timeZone} /> · {venueName}
        </p>
      </div>
      <p className="text-muted tabular-nums">
        <span className="font-display text-2xl leading-none font-bold text-ink">{formatCount(admittedCount)}</span> of{" "}
        {formatCount(ticketCount)} checked in
      </p>
      <LinkButton
        variant={isNow ? "gold" : "outline"}
        to={withQuery(paths.ticketScanner(), { event: id })}
        aria-label={`Open the scanner for ${title}`}
      >
        <ScanLine aria-hidden="true" className="size-5" />
        Scanner
      </LinkButton>
    </li>
  );
}
