import { useQuery } from "@tanstack/react-query";
import type { Attendee, OfficeType } from "#contract/box-office.ts";
import { NightMoment } from "#web/features/desk/moment.tsx";
import type { Column } from "#web/features/desk/table/columns.ts";
import { FilterSelect } from "#web/features/desk/table/filter-select.tsx";
import { StaffTable } from "#web/features/desk/table/staff-table.tsx";
import { TableToolbar } from "#web/features/desk/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import type { Selection } from "#web/features/desk/table/use-selection.ts";
import { formatTime } from "#web/lib/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { AttendeeBulk } from "./lists/attendee-bulk.tsx";
import { FileLinks } from "./lists/file-links.tsx";
import { OriginFilters, originOf } from "./lists/origin-filters.tsx";
import { OrderLink } from "./order-link.tsx";
import { attendeesQuery } from "./queries.ts";

const states = ["in", "expected", "void", "cancelled", "refunded"] as const;
const sorts = ["name", "-name", "type", "-type", "-admittedAt", "admittedAt", "-issuedAt", "issuedAt"] as const;

const columns: Column<Attendee>[] = [
  {
    id: "name",
    header: "Holder",
    sort: "up",
    phone: "title",
    className: "columns:max-w-80",
    cell: (ticket) => (
      <>
        <span className="font-semibold">{ticket.holderName}</span>
        <span className="block text-sm font-normal text-muted wrap-break-word">{ticket.email}</span>
      </>
    ),
  },
  { id: "type", header: "Ticket", sort: "up", cell: (ticket) => <span className="text-ink">{ticket.typeName}</span> },
  {
    id: "state",
    header: "State",
    phone: "aside",
    cell: (ticket) => (
      <span className="flex flex-wrap gap-1.5">
        <StateBadge ticket={ticket} />
        {ticket.isComp && <Badge>Comp</Badge>}
      </span>
    ),
  },
  {
    id: "admittedAt",
    header: "Came in",
    sort: "up",
    figures: true,
    cell: (ticket) =>
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
    figures: true,
    phone: "part",
    cell: (ticket) => <OrderLink order={ticket.order} />,
  },
];

const nightColumn: Column<Attendee> = {
  id: "night",
  header: "Night",
  cell: ({ event }) => (
    <>
      <span className="text-ink">{event.title}</span>
      <span className="block text-sm text-muted">
        <NightMoment at={event.startsAt} timeZone={event.timeZone} />
      </span>
    </>
  ),
};

function StateBadge({ ticket }: { ticket: Attendee }) {
  if (ticket.status !== "valid") return <Badge tone="gone">{ticket.status}</Badge>;
  return ticket.admittedAt ? <Badge tone="gold">In</Badge> : <Badge tone="good">Valid</Badge>;
}

export type AttendeeTableProps =
  | { eventId: number; types: OfficeType[]; personId?: undefined }
  | { personId: number; eventId?: undefined; types?: undefined };

/** The attendee list of a night, with search, filters and a file for spreadsheets; or, short, the tickets of a person. */
export function AttendeeTable({ eventId, personId, types }: AttendeeTableProps) {
  const ofNight = eventId !== undefined;
  const address = useListAddress(ofNight ? "page" : "tickets");
  const state = ofNight ? address.choice("state", states) : undefined;
  const typeId = ofNight ? address.number("type") : undefined;
  const sort = ofNight ? (address.choice("sort", sorts) ?? "name") : "-issuedAt";
  const q = ofNight ? address.q : undefined;
  const origin = ofNight ? originOf(address) : {};
  const filter = { eventId, personId, q, ticketTypeId: typeId, state, ...origin, sort };
  const isNarrow = [q, state, typeId, ...Object.values(origin)].some(Boolean);
  const query = useQuery(attendeesQuery({ ...filter, page: address.page, cursor: address.cursor }));

  return (
    <StaffTable
      label="Tickets"
      columns={ofNight ? columns : [nightColumn, ...columns.slice(1).map((column) => ({ ...column, sort: undefined }))]}
      query={query}
      address={address}
      sort={sort}
      keyOf={(ticket) => ticket.ticketId}
      empty={{
        title: "No tickets",
        text: isNarrow
          ? "No ticket fits this search."
          : ofNight
            ? "Nobody has a ticket for this night yet."
            : "This person has no tickets.",
      }}
      {...(ofNight
        ? {
            bulk: {
              nameOf: (ticket: Attendee) => `${ticket.holderName}, ticket ${ticket.ticketId}`,
              renderActions: ({ rows }: Selection<Attendee>) => <AttendeeBulk chosen={rows} />,
            },
          }
        : {})}
      toolbar={
        ofNight && (
          <TableToolbar
            address={address}
            placeholder="Holder, e-mail, order number"
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
                  label="State"
                  any="Any state"
                  value={state}
                  choices={[
                    { value: "expected", label: "Not in yet" },
                    { value: "in", label: "In" },
                    { value: "void", label: "Void" },
                    { value: "cancelled", label: "Cancelled" },
                    { value: "refunded", label: "Refunded" },
                  ]}
                  onChange={(value) => address.change({ state: value })}
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
