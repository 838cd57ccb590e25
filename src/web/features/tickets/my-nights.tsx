import { useSuspenseQuery } from "@tanstack/react-query";
import { Ticket } from "lucide-react";
import { useUser } from "#web/features/accounts/user-provider.tsx";
import { formatTime } from "#web/lib/dates.ts";
import { paths } from "#web/lib/paths.ts";
import { useNow } from "#web/lib/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { groupTickets } from "./group-tickets.ts";
import { KeepTickets } from "./keep-tickets.tsx";
import { NightTickets } from "./night-tickets.tsx";
import { myTicketsQuery } from "./queries.ts";

/** How often the list looks whether the door has admitted a ticket, while somebody looks at it. */
const admittedMs = 30_000;

/** A person's tickets by night: the next one large, then the others to come, then those gone by. */
export function MyNights() {
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
          title={past.length > 0 ? "No night ahead" : "No tickets yet"}
          text="They appear here the moment you have some."
          action={<LinkButton to={paths.events()}>See what is on</LinkButton>}
        />
      )}
      {next && (
        <section aria-labelledby="upcoming" className="grid gap-6">
          <h2 id="upcoming" className="sr-only">
            Upcoming
          </h2>
          <NightTickets key={next.event.id} night={next} isNext />
          {later.map((night) => (
            <NightTickets key={night.event.id} night={night} />
          ))}
        </section>
      )}
      {isGuest && data.items.length > 0 && <KeepTickets />}
      {past.length > 0 && (
        <section aria-labelledby="past" className="grid gap-6 pt-8">
          <h2 id="past" className="display text-display-md">
            Past nights
          </h2>
          {past.map((night) => (
            <NightTickets key={night.event.id} night={night} />
          ))}
        </section>
      )}
    </>
  );
}

type NotUpToDateProps = { readAt: number; isAsking: boolean; onAgain: () => void };

/** What stays in sight when the list could not be read anew: still good for the door, but of an earlier hour. */
function NotUpToDate({ readAt, isAsking, onAgain }: NotUpToDateProps) {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  return (
    <Notice tone="soon" title={`Your tickets as read at ${formatTime(new Date(readAt).toISOString(), zone)}`}>
      We could not reach the box office just now. Their codes need no connection at the door.
      <div>
        <Button variant="outline" size="sm" className="mt-3" loading={isAsking} onClick={onAgain}>
          Try again
        </Button>
      </div>
    </Notice>
  );
}
