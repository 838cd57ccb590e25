import { useSuspenseQuery } from "@tanstack/react-query";
import { CalendarX } from "lucide-react";
import { useSearchParams } from "#web/lib/router.ts";
import { Door } from "#web/features/door/door.tsx";
import { sortDoorEvents } from "#web/features/door/door-events.ts";
import { doorEventsQuery } from "#web/features/door/queries.ts";
import type { PageModule } from "#web/lib/page.ts";
import { useNow } from "#web/lib/use-now.ts";
import { EmptyState } from "#web/ui/full-message.tsx";
import { Page } from "#web/ui/page.tsx";
import { PartBoundary } from "#web/ui/part-boundary.tsx";

function TicketScannerPage() {
  const { data } = useSuspenseQuery(doorEventsQuery());
  const now = useNow();
  const [search, setSearch] = useSearchParams();
  const events = sortDoorEvents(data.items, now);
  const event = events.find(({ id }) => String(id) === search.get("event")) ?? events[0];

  return (
    <Page meta={{ title: "Check-in", description: "Check guests in at the door.", hidden: true }}>
      <div className="measure grid gap-8 py-10 sm:py-14">
        <h1 className="display text-display-lg">Check-in</h1>
        {event ? (
          <PartBoundary>
            <Door
              events={events}
              event={event}
              now={now}
              onEventChange={(id) => setSearch({ event: String(id) }, { replace: true, preventScrollReset: true })}
            />
          </PartBoundary>
        ) : (
          <EmptyState
            icon={<CalendarX />}
            title="No events to scan for"
            text="Published events appear here until a day after they end."
          />
        )}
      </div>
    </Page>
  );
}

export const page: PageModule = {
  Component: TicketScannerPage,
  load: async ({ read }) => {
    await read(doorEventsQuery());
  },
};
