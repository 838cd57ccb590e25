import { useSuspenseQuery } from "@tanstack/react-query";
import { CalendarX } from "lucide-react";
import { useSearchParams } from "react-router";
import { Door } from "#web/features/door/door.tsx";
import { orderNights } from "#web/features/door/nights.ts";
import { doorEventsQuery } from "#web/features/door/queries.ts";
import type { PageModule } from "#web/lib/page.ts";
import { useNow } from "#web/lib/use-now.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Page } from "#web/ui/page.tsx";

function TicketScannerPage() {
  const { data } = useSuspenseQuery(doorEventsQuery());
  const now = useNow();
  const [search, setSearch] = useSearchParams();
  const nights = orderNights(data.items, now);
  const night = nights.find(({ id }) => String(id) === search.get("event")) ?? nights[0];

  return (
    <Page meta={{ title: "Ticket Scanner", description: "Admit guests at the door.", hidden: true }}>
      <div className="measure grid gap-8 py-10 sm:py-14">
        <h1 className="display text-display-lg">Ticket Scanner</h1>
        {night ? (
          <Door
            nights={nights}
            night={night}
            now={now}
            onNight={(id) => setSearch({ event: String(id) }, { replace: true, preventScrollReset: true })}
          />
        ) : (
          <EmptyState
            icon={<CalendarX aria-hidden="true" />}
            title="No night to scan for"
            text="A night shows here once it is published, until a day after it."
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
