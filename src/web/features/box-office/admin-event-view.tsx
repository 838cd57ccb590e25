import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import type { AdminEventDetail, TicketTypeCounts } from "#contract/box-office.ts";
import { DownloadLink } from "#web/features/admin/download-link.tsx";
import { Figures, formatCount, formatShare } from "#web/features/admin/figures.tsx";
import { ReadFailure } from "#web/features/admin/read-failure.tsx";
import { EventMoment, useOwnZone } from "#web/features/admin/moment.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { formatMoney } from "#web/lib/money.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { AttendeeTable } from "./attendee-table.tsx";
import { OrderTable } from "./order-table.tsx";
import { adminEventQuery } from "./queries.ts";
import { EventSales } from "./sales/event-sales.tsx";
import { SoldKey, SoldMeter } from "#web/features/admin/meter.tsx";
import { clsx } from "clsx";
import { formatRelative } from "#web/lib/dates.ts";

/** How often an event's figures reload while someone has them open. */
const liveMs = 5_000;
/** Figures older than this no longer count as live. */
const staleMs = 3 * liveMs;

function watchLine(changed: () => void) {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}
const useOnline = () =>
  useSyncExternalStore(
    watchLine,
    () => navigator.onLine,
    () => true,
  );

/** The current time, accurate to a few seconds. The page's own clock ticks too slowly for live figures. */
function useSeconds() {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), liveMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Says whether the figures on screen are live and, if not, how old they are. */
function LiveIndicator({ query }: { query: Pick<UseQueryResult, "dataUpdatedAt" | "isError"> }) {
  const now = useSeconds();
  const zone = useOwnZone();
  const isOnline = useOnline();
  const { dataUpdatedAt, isError } = query;
  if (dataUpdatedAt === 0) return null;
  const isLive = isOnline && !isError && now - dataUpdatedAt < staleMs;
  const since = formatRelative(new Date(dataUpdatedAt).toISOString(), Math.max(now, dataUpdatedAt), zone);
  return (
    <p
      role="status"
      className={clsx("inline-flex items-center gap-2 text-sm font-semibold", isLive ? "text-sea" : "text-mango")}
    >
      <span aria-hidden="true" className={clsx("size-2.5 rounded-full", isLive ? "bg-sea" : "bg-mango")} />
      {isLive ? "Updating live" : isOnline ? `Not live. Updated ${since}` : `Offline. Updated ${since}`}
    </p>
  );
}

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
          <LinkButton variant="outline" size="sm" to={paths.event(event)}>
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

/** How each ticket type of an event sells, as bars with their figures. */
function TypeBars({ types }: { types: TicketTypeCounts[] }) {
  if (types.length === 0) return <p className="text-muted">This event has no ticket types yet.</p>;
  return (
    <section aria-label="Ticket types" className="grid gap-3 rounded-md border border-line bg-panel p-4 sm:p-5">
      <ul className="grid grid-cols-1 gap-x-10 gap-y-4 lg:grid-cols-2">
        {types.map((type) => (
          <li key={type.id} className="grid grid-cols-1 gap-1.5">
            <div className="flex items-baseline justify-between gap-4">
              <p className="min-w-0 font-semibold wrap-anywhere">{type.name}</p>
              <p className="shrink-0 text-sm tabular-nums">
                <span className="font-semibold">{formatCount(type.sold)}</span>
                <span className="text-muted">
                  {" "}
                  of {formatCount(type.capacity)} · {formatShare(type.sold, type.capacity)}
                </span>
              </p>
            </div>
            <SoldMeter {...type} />
            <p className="text-sm text-muted tabular-nums">
              {formatCount(type.available)} left · {formatCount(type.held)} on hold · {formatCount(type.admittedCount)}{" "}
              of {formatCount(type.ticketCount)} checked in
              {type.ticketsPerUnit > 1 && ` · admits ${type.ticketsPerUnit}`}
            </p>
          </li>
        ))}
      </ul>
      <SoldKey sold="Sold, including comps" />
    </section>
  );
}
