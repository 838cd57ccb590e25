import { useQuery } from "@tanstack/react-query";
import { Link } from "#web/lib/router.ts";
import type { CustomerDetail, CustomerTicket, Customer } from "#contract/admin/customers.ts";
import { counted, formatCount } from "#web/admin-kit/figures.tsx";
import { EventMoment, Moment } from "#web/admin-kit/moment.tsx";
import { Details } from "#web/admin-kit/panel.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { StaffNotes } from "#web/admin-kit/staff-notes.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { OrderLink } from "#web/admin-kit/admin-links.tsx";
import { CustomerOrders } from "#web/features/admin/orders/order-table.tsx";
import { RestrictionList } from "#web/features/restrictions/restriction-list.tsx";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Badge, type BadgeLabel, StatusBadge } from "#web/ui/badge.tsx";
import { PageTabs } from "#web/ui/page-tabs.tsx";
import { formatMoney } from "#web/lib/money.ts";

/** One customer, by any of their orders. */
const customerQuery = (id: string) => adminQuery("GET /api/admin/customers/{id}", { params: { id } });

/** One customer: who they are, what they spent, their orders, tickets and notes. */
export function CustomerView({ id }: { id: string }) {
  return (
    <Loaded query={useQuery(customerQuery(id))} className="h-80">
      {(customer) => (
        <div className="grid items-start gap-6 xl:grid-cols-[min(20rem,50%)_minmax(0,1fr)]">
          <CustomerCard customer={customer} />
          <CustomerParts id={id} customer={customer} />
        </div>
      )}
    </Loaded>
  );
}

function CustomerCard({ customer }: { customer: CustomerDetail }) {
  const { name, email, isConfirmed, account, spend, orderCount, eventCount, firstOrderAt, lastOrderAt } = customer;
  return (
    <div className="grid gap-5 rounded-md border border-line bg-panel p-5">
      <div className="grid gap-2">
        <h2 className="text-xl leading-snug font-semibold wrap-anywhere">{name}</h2>
        {email === "" ? (
          <p className="text-sm text-muted">No email: their tickets were printed, or are found at the door by name.</p>
        ) : (
          <>
            <a href={`mailto:${email}`} className="w-fit underline underline-offset-3 wrap-anywhere">
              {email}
            </a>
            <p>{isConfirmed ? <Badge tone="good">Email confirmed</Badge> : <Badge tone="soon">Unconfirmed</Badge>}</p>
            {!isConfirmed && (
              <p className="text-sm text-muted">
                {account
                  ? "The account hasn't confirmed an email. This one is from the last order."
                  : "Guest orders under this email. No account has confirmed it, so they could be from different people."}
              </p>
            )}
          </>
        )}
      </div>
      <Details
        of={{
          "Net spend": <Spend of={spend} />,
          Orders: formatCount(orderCount),
          Events: formatCount(eventCount),
          "Last order": <Moment at={lastOrderAt} relative />,
          "First order": <Moment at={firstOrderAt} />,
          Account: account && (
            <Link to={withQuery(paths.userManagement(), { id: account.id })} className="underline underline-offset-3">
              {account.name}
            </Link>
          ),
        }}
      />
      {account && <RestrictionList personId={account.id} />}
    </div>
  );
}

const parts = ["orders", "tickets", "notes"] as const;

function CustomerParts({ id, customer }: { id: string; customer: CustomerDetail }) {
  const address = useListAddress();
  const part = address.choice("tab", parts) ?? "orders";
  const open = customer.notes.filter(({ deleted }) => deleted === null).length;
  const labels = {
    orders: "Orders",
    tickets: `Tickets (${formatCount(customer.ticketCount)})`,
    notes: `Notes (${open})`,
  };
  return (
    <div className="grid min-w-0 gap-4">
      <PageTabs
        label="Customer details"
        tabs={parts.map((name) => ({
          to: address.addressWith({ tab: name === "orders" ? undefined : name, orders: undefined }),
          label: labels[name],
          current: name === part,
        }))}
      >
        {part === "orders" && <CustomerOrders orderId={id} />}
        {part === "tickets" && <CustomerTickets customer={customer} />}
        {part === "notes" && (
          <section aria-label="Notes" className="rounded-md border border-line bg-panel">
            <StaffNotes
              label="Customer notes"
              notes={customer.notes}
              add={(write, text, key) =>
                write("POST /api/admin/customers/{id}/notes", { params: { id }, body: { text }, key })
              }
              remove={(write, noteId) =>
                write("POST /api/admin/customer-notes/{id}/delete", { params: { id: noteId }, body: {} })
              }
            />
          </section>
        )}
      </PageTabs>
    </div>
  );
}

const statuses: Record<CustomerTicket["status"], BadgeLabel> = {
  valid: { label: "Valid", tone: "good" },
  canceled: { label: "Canceled", tone: "gone" },
  refunded: { label: "Refunded", tone: "gone" },
};

function CustomerTickets({ customer: { tickets, ticketCount } }: { customer: CustomerDetail }) {
  return (
    <section aria-label="Tickets" className="overflow-clip rounded-md border border-line bg-panel">
      {tickets.length === 0 && (
        <p className="px-4 py-10 text-center text-sm text-muted">This customer has no tickets.</p>
      )}
      <ul>
        {tickets.map((ticket) => (
          <TicketRow key={ticket.id} ticket={ticket} />
        ))}
      </ul>
      {tickets.length < ticketCount && (
        <p className="border-t border-line px-4 py-3 text-sm text-muted">
          The latest {counted(tickets.length, "ticket")}. Open an order to see the others.
        </p>
      )}
    </section>
  );
}

function TicketRow({ ticket }: { ticket: CustomerTicket }) {
  const { holderName, typeName, status, admittedAt, order, event } = ticket;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-3 text-sm last:border-b-0">
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <Link
          to={withQuery(paths.ticketManagement(), { event: event.id })}
          className="w-fit font-semibold underline-offset-3 wrap-anywhere hover:underline"
        >
          {event.title}
        </Link>
        <p className="text-muted wrap-anywhere">
          <EventMoment at={event.startsAt} timeZone={event.timeZone} /> · {typeName} · {holderName}
        </p>
      </div>
      <OrderLink order={order} />
      {admittedAt ? <Badge tone="good">Checked in</Badge> : <StatusBadge {...statuses[status]} />}
    </li>
  );
}

/** What a customer paid minus refunds, each currency on its own line; amounts of different currencies are never added. */
export function Spend({ of }: { of: Customer["spend"] }) {
  if (of.length === 0) return "Free tickets";
  return of.map(({ currency, cents }) => (
    <span key={currency} className="block whitespace-nowrap tabular-nums">
      {formatMoney(cents, currency)}
    </span>
  ));
}
