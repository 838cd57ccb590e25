import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AdminEventDetail } from "#contract/box-office.ts";
import { DownloadLink } from "#web/features/admin/download-link.tsx";
import { Figures, formatCount, formatShare } from "#web/features/admin/figures.tsx";
import { ReadFailure } from "#web/features/admin/read-failure.tsx";
import { EventMoment } from "#web/features/admin/moment.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { formatMoney } from "#web/lib/money.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { AttendeeTable } from "./attendee-table.tsx";
import { LiveIndicator, liveMs } from "./live-indicator.tsx";
import { OrderTable } from "./order-table.tsx";
import { adminEventQuery } from "./queries.ts";
import { EventSales } from "./sales/event-sales.tsx";
import { TypeBars } from "./type-bars.tsx";

/** One event: its figures, ticket types, attendees, orders and sales. */
export function AdminEventView({ id }: { id: number }) {
  const address = useListAddress();
  const query = useQuery(adminEventQuery(id, liveMs));
  const { data: event, error } = query;
  const tab = address.choice("tab", ["attendees", "orders", "sales"]) ?? "attendees";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {/* LiveIndicator says how old the figures are, so a failure only shows when there are none. */}
      {!event && <ReadFailure label="This event" query={query} />}
      {!event && !error && <Skeleton className="h-80" />}
      {event && (
        <>
          <EventHeader event={event} live={<LiveIndicator query={query} />} />
          <TypeBars types={event.types} />
          <Tabs
            label="Event lists"
            value={tab}
            // Each list has its own sort order and filters.
            onValueChange={(value) =>
              address.change({
                tab: value === "attendees" ? undefined : value,
                q: undefined,
                sort: undefined,
                status: undefined,
                type: undefined,
                kind: undefined,
                code: undefined,
                promoter: undefined,
              })
            }
            tabs={[
              { value: "attendees", label: "Attendees", content: <AttendeeTable eventId={id} types={event.types} /> },
              { value: "orders", label: "Orders", content: <OrderTable eventId={id} /> },
              { value: "sales", label: "Sales", content: <EventSales eventId={id} /> },
            ]}
          />
        </>
      )}
    </div>
  );
}

function EventHeader({ event, live }: { event: AdminEventDetail; live: ReactNode }) {
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="display text-display-sm wrap-anywhere">{event.title}</h2>
          <p className="text-muted">
            <EventMoment at={event.startsAt} timeZone={event.timeZone} /> · {event.venue.name}, {event.venue.city}
          </p>
          {live}
        </div>
        <div className="flex flex-wrap gap-2">
          <LinkButton
            variant="outline"
            size="sm"
            to={withQuery(paths.admin(), { section: "events", id: event.id, tab: "tickets" })}
          >
            Ticket types
          </LinkButton>
          <LinkButton variant="outline" size="sm" to={withQuery(paths.freeTickets(), { event: event.id })}>
            Comps
          </LinkButton>
          <DownloadLink
            to={`/api/admin/events/${event.id}/door-list.pdf`}
            inTab
            className={buttonStyle("outline", "sm")}
          >
            Door list<span className="sr-only"> (opens a PDF)</span>
          </DownloadLink>
          <LinkButton variant="outline" size="sm" to={paths.event(event.id, event.slug)}>
            View event page
          </LinkButton>
        </div>
      </div>
      <Figures
        items={[
          {
            label: "Sold",
            value: formatCount(event.sold),
            note: `of ${formatCount(event.capacity)}, ${formatShare(event.sold, event.capacity)}`,
          },
          { label: "On hold", value: formatCount(event.held), note: "in open orders" },
          {
            label: "Checked in",
            value: formatCount(event.admittedCount),
            note: `of ${formatCount(event.ticketCount)} tickets`,
          },
          { label: "Revenue", value: formatMoney(event.paidCents, event.currency), note: "after refunds" },
          {
            label: "Comps",
            value: formatCount(event.compCount),
            note: event.compCount === 1 ? "free ticket" : "free tickets",
          },
        ]}
      />
    </>
  );
}
