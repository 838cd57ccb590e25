import { adminEventQuery, salesQuery } from "#web/features/events/admin-events.ts";
import { useQuery } from "@tanstack/react-query";
import type { Attendee } from "#contract/admin/orders.ts";
import { EventMoment } from "#web/admin-kit/moment.tsx";
import { StaffList, staffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { TwoLines } from "#web/admin-kit/table/cells.tsx";
import { wholeNumber } from "#web/admin-kit/table/use-list-address.ts";
import { formatTime } from "#web/lib/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ResendBulk, originChoices, originFilters } from "./order-lists.tsx";
import { OrderLink } from "#web/admin-kit/admin-links.tsx";
import { useForm } from "react-hook-form";
import { BulkButton } from "#web/admin-kit/reason-dialog.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";

/** How staff tell one ticket from another. */
const nameOf = ({ holderName, ticketId }: Attendee) => `${holderName}, ticket ${ticketId}`;

/** What staff can do with the selected tickets of an event. */
function AttendeeBulk({ rows }: { rows: Attendee[] }) {
  const { register, getValues } = useForm({ defaultValues: { returnsSpot: false, mail: true } });
  return (
    <>
      <ResendBulk orders={rows.map(({ order }) => order)} />
      <BulkButton
        variant="danger"
        rows={rows}
        nameOf={nameOf}
        title={rows.length === 1 ? "Cancel ticket" : `Cancel ${rows.length} tickets`}
        action="Cancel tickets"
        done="Tickets canceled"
        danger
        reason={{
          extra: (
            <div>
              <Checkbox label="Put their spots back on sale" {...register("returnsSpot")} />
              <Checkbox label="Email the buyers about this" {...register("mail")} />
            </div>
          ),
        }}
        callOf={({ ticketId, status }, reason) =>
          status === "valid"
            ? (send) =>
                send("POST /api/admin/tickets/{id}/cancel", {
                  params: { id: ticketId },
                  body: { ...getValues(), reason },
                })
            : `It's already ${status}.`
        }
      >
        These tickets will no longer be valid. This doesn't refund the buyers; refund their orders to do that.
      </BulkButton>
    </>
  );
}

const ticketsOfEvent = staffList("GET /api/admin/tickets", {
  label: "Tickets",
  keyOf: ({ ticketId }) => ticketId,
  sort: "name",
  search: "Name, email, order number",
  filters: {
    type: { label: "Ticket type", any: "Any type", pattern: wholeNumber, as: "ticketTypeId" },
    status: {
      label: "Status",
      choices: {
        valid: "Valid",
        expected: "Not checked in",
        in: "Checked in",
        void: "Void",
        canceled: "Canceled",
        refunded: "Refunded",
      },
    },
    ...originFilters,
  },
  empty: "No one has a ticket for this event yet.",
  columns: {
    name: {
      sort: "asc",
      header: "Attendee",
      phone: "title",
      className: "columns:max-w-80",
      cell: ({ holderName, email }) => <TwoLines strong top={holderName} below={email} />,
    },
    type: {
      sort: "asc",
      header: "Ticket",
      cell: ({ typeName }) => <span className="text-ink">{typeName}</span>,
    },
    status: {
      header: "Status",
      phone: "aside",
      cell: (ticket) => (
        <span className="flex flex-wrap gap-1.5">
          <TicketBadge ticket={ticket} />
          {ticket.isComp && <Badge>Comp</Badge>}
        </span>
      ),
    },
    admittedAt: {
      sort: "asc",
      header: "Checked in",
      figures: true,
      cell: ({ admittedAt, gate, event }) =>
        admittedAt ? (
          <>
            <span className="text-ink" title={admittedAt}>
              {formatTime(admittedAt, event.timeZone)}
            </span>
            {gate && (
              <span className="text-muted columns:block columns:text-sm cards:before:content-['_·_']">{gate}</span>
            )}
          </>
        ) : (
          <span className="text-muted cards:hidden">–</span>
        ),
    },
    order: {
      header: "Order",
      figures: true,
      phone: "part",
      cell: ({ order }) => <OrderLink order={order} />,
    },
  },
});

const { label, keyOf, columns } = ticketsOfEvent;
const { name: _, ...others } = columns;
const ticketsOfPerson = staffList("GET /api/admin/tickets", {
  label,
  keyOf,
  pageName: "tickets",
  empty: "This customer has no tickets.",
  columns: {
    event: {
      header: "Event",
      cell: ({ event: { title, startsAt, timeZone } }) => (
        <TwoLines top={title} below={<EventMoment at={startsAt} timeZone={timeZone} />} />
      ),
    },
    ...others,
  },
});

function TicketBadge({ ticket: { status, admittedAt } }: { ticket: Attendee }) {
  if (status !== "valid") return <Badge tone="gone">{status}</Badge>;
  return admittedAt ? <Badge tone="gold">Checked in</Badge> : <Badge tone="good">Valid</Badge>;
}

/** The attendee list of an event, with search, filters and file downloads. */
export function AttendeeTable({ eventId }: { eventId: number }) {
  const list = useStaffList(ticketsOfEvent, { eventId });
  const { data: event } = useQuery(adminEventQuery(eventId));
  const { data: sales } = useQuery(salesQuery(eventId));
  return (
    <StaffList
      list={list}
      choices={{ type: event?.types.map(({ id, name }) => ({ value: id, label: name })), ...originChoices(sales) }}
      bulk={{ nameOf, renderActions: ({ rows }) => <AttendeeBulk rows={rows} /> }}
    />
  );
}

/** One customer's tickets. */
export const PersonTickets = ({ personId }: { personId: number }) => (
  <StaffList list={useStaffList(ticketsOfPerson, { personId, sort: "-issuedAt" })} />
);
