import { useQuery } from "@tanstack/react-query";
import type { Attendee, TicketTypeCounts } from "#contract/box-office.ts";
import { EventMoment } from "#web/features/admin/moment.tsx";
import type { Column } from "#web/features/admin/table/columns.ts";
import { FilterSelect } from "#web/features/admin/table/filter-select.tsx";
import { StaffTable } from "#web/features/admin/table/staff-table.tsx";
import { TableToolbar } from "#web/features/admin/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { formatTime } from "#web/lib/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { AttendeeBulk } from "./lists/attendee-bulk.tsx";
import { FileLinks } from "./lists/file-links.tsx";
import { OriginFilters, originOf } from "./lists/origin-filters.tsx";
import { OrderLink } from "./order-link.tsx";
import { attendeesQuery } from "./queries.ts";

const statuses = ["in", "expected", "void", "canceled", "refunded"] as const;
const sorts = ["name", "-name", "type", "-type", "-admittedAt", "admittedAt", "-issuedAt", "issuedAt"] as const;

const columns: Column<Attendee>[] = [
  {
    id: "event",
    header: "Event",
    cell: ({ row: { original: ticket } }) => (
      <>
        <span className="text-ink">{ticket.event.title}</span>
        <span className="block text-sm text-muted">
          <EventMoment at={ticket.event.startsAt} timeZone={ticket.event.timeZone} />
        </span>
      </>
    ),
  },
  {
    id: "name",
    accessorKey: "holderName",
    header: "Attendee",
    meta: { phone: "title", className: "columns:max-w-80" },
    cell: ({ row: { original: ticket } }) => (
      <>
        <span className="font-semibold">{ticket.holderName}</span>
        <span className="block text-sm font-normal text-muted wrap-break-word">{ticket.email}</span>
      </>
    ),
  },
  {
    id: "type",
    accessorKey: "typeName",
    header: "Ticket",
    cell: ({ row: { original: ticket } }) => <span className="text-ink">{ticket.typeName}</span>,
  },
  {
    id: "status",
    header: "Status",
    meta: { phone: "aside" },
    cell: ({ row: { original: ticket } }) => (
      <span className="flex flex-wrap gap-1.5">
        <StatusBadge ticket={ticket} />
        {ticket.isComp && <Badge>Comp</Badge>}
      </span>
    ),
  },
  {
    accessorKey: "admittedAt",
    header: "Checked in",
    meta: { figures: true },
    cell: ({ row: { original: ticket } }) =>
      ticket.admittedAt ? (
        <>
          <span className="text-ink" title={ticket.admittedAt}>
            {formatTime(ticket.admittedAt, ticket.event.timeZone)}
          </span>
          {ticket.gate && (
            <span className="text-muted columns:block columns:text-sm cards:before:content-['_·_']">{ticket.gate}</span>
          )}
        </>
      ) : (
        <span className="text-muted cards:hidden">–</span>
      ),
  },
  {
    id: "order",
    header: "Order",
    meta: { figures: true, phone: "part" },
    cell: ({ row: { original: ticket } }) => <OrderLink order={ticket.order} />,
  },
];

const ofEvent = { event: false };
const ofPerson = { name: false };

function StatusBadge({ ticket }: { ticket: Attendee }) {
  if (ticket.status !== "valid") return <Badge tone="gone">{ticket.status}</Badge>;
  return ticket.admittedAt ? <Badge tone="gold">Checked in</Badge> : <Badge tone="good">Valid</Badge>;
}

export type AttendeeTableProps =
  | { eventId: number; types: TicketTypeCounts[]; personId?: undefined }
  | { personId: number; eventId?: undefined; types?: undefined };

/** The attendee list of an event, with search, filters and file downloads; or, without them, one customer's tickets. */
export function AttendeeTable({ eventId, personId, types }: AttendeeTableProps) {
  const isOfEvent = eventId !== undefined;
  const address = useListAddress(isOfEvent ? "page" : "tickets");
  const status = isOfEvent ? address.choice("status", statuses) : undefined;
  const typeId = isOfEvent ? address.number("type") : undefined;
  const sort = isOfEvent ? (address.choice("sort", sorts) ?? "name") : "-issuedAt";
  const q = isOfEvent ? address.q : undefined;
  const origin = isOfEvent ? originOf(address) : {};
  const filter = { eventId, personId, q, ticketTypeId: typeId, status, ...origin, sort };
  const isNarrow = [q, status, typeId, ...Object.values(origin)].some(Boolean);
  const query = useQuery(attendeesQuery({ ...filter, ...address.at }));

  return (
    <StaffTable
      label="Tickets"
      columns={columns}
      visibility={isOfEvent ? ofEvent : ofPerson}
      query={query}
      address={address}
      sort={isOfEvent ? sort : undefined}
      keyOf={(ticket) => ticket.ticketId}
      empty={{
        title: "No tickets",
        text: isNarrow
          ? "No tickets match your search."
          : isOfEvent
            ? "No one has a ticket for this event yet."
            : "This customer has no tickets.",
      }}
      bulk={
        isOfEvent
          ? {
              nameOf: (ticket) => `${ticket.holderName}, ticket ${ticket.ticketId}`,
              renderActions: ({ rows }) => <AttendeeBulk chosen={rows} />,
            }
          : undefined
      }
      toolbar={
        isOfEvent && (
          <TableToolbar
            address={address}
            placeholder="Name, email, order number"
            filters={
              <>
                <FilterSelect
                  label="Ticket type"
                  any="Any type"
                  value={typeId === undefined ? undefined : String(typeId)}
                  choices={types.map((type) => ({ value: String(type.id), label: type.name }))}
                  onChange={(value) => address.change({ type: value })}
                />
                <FilterSelect
                  label="Status"
                  any="Any status"
                  value={status}
                  choices={[
                    { value: "expected", label: "Not checked in" },
                    { value: "in", label: "Checked in" },
                    { value: "void", label: "Void" },
                    { value: "canceled", label: "Canceled" },
                    { value: "refunded", label: "Refunded" },
                  ]}
                  onChange={(value) => address.change({ status: value })}
                />
                <OriginFilters eventId={eventId} address={address} />
              </>
            }
            actions={<FileLinks base="/api/admin/tickets" query={filter} />}
          />
        )
      }
    />
  );
}
