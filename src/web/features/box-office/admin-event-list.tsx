import { useQuery } from "@tanstack/react-query";
import type { AdminEvent } from "#contract/box-office.ts";
import { formatCount, formatShare } from "#web/features/admin/figures.tsx";
import { Meter } from "#web/features/admin/meter.tsx";
import { EventMoment } from "#web/features/admin/moment.tsx";
import type { Column } from "#web/features/admin/table/columns.ts";
import { StaffTable } from "#web/features/admin/table/staff-table.tsx";
import { TableToolbar } from "#web/features/admin/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { Badge } from "#web/ui/badge.tsx";
import { adminEventsQuery } from "./queries.ts";

const columns: Column<AdminEvent>[] = [
  {
    id: "event",
    header: "Event",
    meta: { phone: "title" },
    cell: ({ row: { original: event } }) => <span className="font-semibold">{event.title}</span>,
  },
  {
    id: "when",
    header: "Date",
    cell: ({ row: { original: event } }) => (
      <>
        <EventMoment at={event.startsAt} timeZone={event.timeZone} />
        <span className="block text-sm text-muted">
          {event.venue.name}, {event.venue.city}
        </span>
      </>
    ),
  },
  {
    id: "sold",
    header: "Sold",
    meta: { className: "columns:w-64" },
    cell: ({ row: { original: event } }) => (
      <span className="grid gap-1.5">
        <span className="flex justify-between gap-3 tabular-nums">
          <span className="text-ink">
            {formatCount(event.sold)} <span className="text-muted">of {formatCount(event.capacity)}</span>
          </span>
          <span className="text-muted">{formatShare(event.sold, event.capacity)}</span>
        </span>
        <Meter
          whole={event.capacity}
          parts={[
            { value: event.sold, tone: "gold", label: "sold" },
            { value: event.held, tone: "soft", label: "held" },
          ]}
        />
      </span>
    ),
  },
  {
    id: "held",
    header: "On hold",
    meta: { figures: true, phone: "hidden" },
    cell: ({ row: { original: event } }) =>
      event.held > 0 ? formatCount(event.held) : <span className="text-muted">0</span>,
  },
  {
    id: "in",
    header: "Checked in",
    meta: { figures: true, phone: "hidden" },
    cell: ({ row: { original: event } }) => `${formatCount(event.admittedCount)} / ${formatCount(event.ticketCount)}`,
  },
  {
    id: "status",
    header: "Status",
    meta: { phone: "aside" },
    cell: ({ row: { original: event } }) =>
      event.isOver ? <Badge>Past</Badge> : event.sold >= event.capacity ? <Badge tone="gone">Sold out</Badge> : null,
  },
];

/** All events and their sales, the next event first. */
export function AdminEventList() {
  const address = useListAddress();
  const query = useQuery(adminEventsQuery(address.q, address.at));
  return (
    <StaffTable
      label="Events"
      columns={columns}
      query={query}
      address={address}
      keyOf={(event) => event.id}
      rowTo={(event) => address.addressWith({ event: event.id, q: undefined })}
      empty={{
        title: "No events",
        text: address.q ? "No events match your search." : "Events show up here once they're on the calendar.",
      }}
      toolbar={<TableToolbar address={address} placeholder="Event, city or venue" />}
    />
  );
}
