import { useSuspenseQuery } from "@tanstack/react-query";
import { Ticket } from "lucide-react";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { formatTime } from "#web/lib/dates.ts";
import { ownZone } from "#web/lib/days.ts";
import { paths } from "#web/lib/paths.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import { groupTickets } from "./group-tickets.ts";
import { KeepTickets } from "./event-actions.tsx";
import { EventTickets } from "./event-tickets.tsx";
import { myTicketsQuery } from "./queries.ts";

/** How often the list checks whether a ticket was checked in, while it is visible. */
const admittedMs = 30_000;

/** A person's tickets by event: the next event large, then other upcoming events, then past ones. */
export function MyEvents() {
  const { isGuest } = useUser();
  const { data, error, dataUpdatedAt, isFetching, refetch } = useSuspenseQuery({
    ...myTicketsQuery(),
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
    refetchInterval: admittedMs,
  });
  const { upcoming, past } = groupTickets(data.items, useNow());
  const [next, ...later] = upcoming;
  return (
    <>
      {error && <NotUpToDate readAt={dataUpdatedAt} isAsking={isFetching} onAgain={() => void refetch()} />}
      {!next && (
        <EmptyState
          icon={<Ticket />}
          title={past.length > 0 ? "No upcoming events" : "No tickets yet"}
          text="Your tickets show up here as soon as you get them."
          action={<LinkButton to={paths.events()}>See upcoming events</LinkButton>}
        />
      )}
      {next && (
        <section aria-labelledby="upcoming" className="grid gap-6">
          <h2 id="upcoming" className="sr-only">
            Upcoming
          </h2>
          <EventTickets key={next.event.id} group={next} isNext />
          {later.map((group) => (
            <EventTickets key={group.event.id} group={group} />
          ))}
        </section>
      )}
      {isGuest && data.items.length > 0 && <KeepTickets />}
      {past.length > 0 && (
        <section aria-labelledby="past" className="grid gap-6 pt-8">
          <h2 id="past" className="display text-display-md">
            Past events
          </h2>
          {past.map((group) => (
            <EventTickets key={group.event.id} group={group} />
          ))}
        </section>
      )}
    </>
  );
}

/** Shown when the list couldn't be refreshed: the tickets still work at the door, but may be out of date. */
function NotUpToDate({ readAt, isAsking, onAgain }: { readAt: number; isAsking: boolean; onAgain: () => void }) {
  return (
    <Callout tone="soon" title={`Your tickets as of ${formatTime(readAt, ownZone())}`}>
      We can't refresh them right now. The codes work at the door without a connection.
      <div>
        <Button variant="outline" size="sm" className="mt-3" loading={isAsking} onClick={onAgain}>
          Try again
        </Button>
      </div>
    </Callout>
  );
}
