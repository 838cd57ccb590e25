import { useSuspenseQuery } from "@tanstack/react-query";
import { Ticket } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { MyTicket } from "#contract/tickets.ts";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { callApi } from "#web/lib/api.ts";
import { dayOf, formatDay, formatTime, ownZone } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/full-message.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { groupTickets } from "./group-tickets.ts";
import { KeepTickets } from "./event-actions.tsx";
import { EventTickets } from "./event-tickets.tsx";
import { type KeptTickets, useKeepTickets } from "./kept-tickets.ts";
import { myTicketsQuery } from "./queries.ts";

/** How often the list checks whether a ticket was checked in, while it is visible. */
const admittedMs = 30_000;

/** After this, a server that doesn't answer counts as one that fails: the page says how old its tickets are. */
const patienceMs = 8000;

const readInTime = ({ signal }: { signal: AbortSignal }) =>
  callApi("GET /api/my-tickets", { signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]) });

/** A person's tickets by event: the next event large, then other upcoming events, then past ones. */
export function MyEvents() {
  const { isGuest } = useUser();
  const { data, error, dataUpdatedAt, isFetching, refetch } = useSuspenseQuery({
    ...myTicketsQuery(),
    queryFn: readInTime,
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
    refetchInterval: admittedMs,
  });
  useKeepTickets(data, dataUpdatedAt);
  return (
    <TicketsByEvent
      items={data.items}
      isGuest={isGuest}
      status={error && <NotUpToDate readAt={dataUpdatedAt} isAsking={isFetching} onAgain={() => void refetch()} />}
    />
  );
}

/** The tickets that this device kept, while a failing server can't say whose browser this is. */
export function KeptEvents({ storedTickets }: { storedTickets: KeptTickets }) {
  const [isAsking, setAsking] = useState(false);
  function again() {
    setAsking(true);
    window.location.reload();
  }
  return (
    <TicketsByEvent
      items={storedTickets.data.items}
      status={<NotUpToDate readAt={storedTickets.at} isAsking={isAsking} onAgain={again} />}
    />
  );
}

type TicketsByEventProps = { items: MyTicket[]; isGuest?: boolean; status: ReactNode };

function TicketsByEvent({ items, isGuest = false, status }: TicketsByEventProps) {
  const { upcoming, past } = groupTickets(items, useNow());
  const [next, ...later] = upcoming;
  return (
    <>
      {status}
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
      {isGuest && items.length > 0 && <KeepTickets />}
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
  const zone = ownZone();
  const isToday = dayOf(readAt, zone) === dayOf(useNow(), zone);
  return (
    <div role="status" className="-mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
      <p>
        <span className="font-semibold text-ink">
          Your tickets as of {!isToday && `${formatDay(readAt, zone)}, `}
          {formatTime(readAt, zone)}
        </span>
        . The codes work at the door without a connection.
      </p>
      <Button variant="outline" size="sm" loading={isAsking} onClick={onAgain}>
        Try again
      </Button>
    </div>
  );
}
