import { formatCount } from "#web/admin-kit/figures.tsx";
import { TicketMeter, isSoldOut } from "#web/admin-kit/ticket-meter.tsx";
import { hubPath } from "#web/admin-kit/admin-links.tsx";
import { EventMoment } from "#web/admin-kit/moment.tsx";
import { StaffList, staffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { Badge } from "#web/ui/badge.tsx";

const events = staffList("GET /api/admin/box-office/events", {
  label: "Events",
  isPlain: true,
  search: "Event, city or venue",
  empty: "Events show up here once they're on the calendar.",
  columns: {
    event: {
      header: "Event",
      phone: "title",
      cell: ({ title }) => <span className="font-semibold">{title}</span>,
    },
    when: {
      header: "Date",
      cell: ({ startsAt, timeZone, venue }) => (
        <>
          <EventMoment at={startsAt} timeZone={timeZone} />
          <span className="block text-sm text-muted">
            {venue.name}, {venue.city}
          </span>
        </>
      ),
    },
    sold: {
      header: "Sold",
      className: "columns:w-64",
      cell: (event) => <TicketMeter counts={event} event={event} />,
    },
    in: {
      header: "Checked in",
      figures: true,
      phone: "hidden",
      cell: ({ admittedCount, ticketCount }) => `${formatCount(admittedCount)} / ${formatCount(ticketCount)}`,
    },
    status: {
      header: "Status",
      phone: "aside",
      cell: (event) => {
        if (event.status === "canceled") return <Badge tone="gone">Canceled</Badge>;
        if (event.status === "postponed") return <Badge tone="soon">Postponed</Badge>;
        return event.isOver ? <Badge>Past</Badge> : isSoldOut(event) ? <Badge tone="gone">Sold out</Badge> : null;
      },
    },
  },
});

/** All events and their sales, the next event first. */
export function AdminEventList() {
  const list = useStaffList(events);
  return <StaffList list={list} rowTo={({ id }) => hubPath(id)} />;
}
