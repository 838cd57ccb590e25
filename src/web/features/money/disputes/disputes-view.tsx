import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { DisputeStatus, type MoneyDispute } from "#contract/disputes.ts";
import { disputeStates } from "#web/features/box-office/order/words.ts";
import { Moment, NightMoment } from "#web/features/desk/moment.tsx";
import type { Column } from "#web/features/desk/table/columns.ts";
import { FilterSelect } from "#web/features/desk/table/filter-select.tsx";
import { StaffTable } from "#web/features/desk/table/staff-table.tsx";
import { TableToolbar } from "#web/features/desk/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/desk/table/use-list-address.ts";
import { formatMoney } from "#web/lib/money.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { disputesQuery } from "./queries.ts";

const columns: Column<MoneyDispute>[] = [
  { id: "order", header: "Order", phone: "title", cell: (dispute) => <OrderOf dispute={dispute} /> },
  {
    id: "state",
    header: "State",
    phone: "aside",
    cell: ({ status }) => <Badge tone={disputeStates[status].tone}>{disputeStates[status].label}</Badge>,
  },
  {
    id: "amount",
    header: "Money",
    figures: true,
    phone: "part",
    cell: ({ amountCents, currency }) => <span className="text-ink">{formatMoney(amountCents, currency)}</span>,
  },
  {
    id: "night",
    header: "Night",
    phone: "line",
    cell: ({ event }) =>
      event && (
        <span className="grid">
          <Link
            to={withQuery(paths.ticketManagement(), { event: event.id })}
            className="w-fit underline underline-offset-3 wrap-anywhere"
          >
            {event.title}
          </Link>
          <span className="text-sm text-muted">
            <NightMoment at={event.startsAt} timeZone={event.timeZone} />
          </span>
        </span>
      ),
  },
  { id: "due", header: "What is due", phone: "line", cell: (dispute) => <Due dispute={dispute} /> },
  { id: "provider", header: "At the provider", phone: "line", cell: (dispute) => <AtProvider dispute={dispute} /> },
];

function OrderOf({ dispute: { order, providerRef } }: { dispute: MoneyDispute }) {
  if (order === null) return <span className="text-muted wrap-anywhere">{providerRef}</span>;
  return (
    <span className="grid">
      <Link
        to={withQuery(paths.ticketManagement(), { order: order.id })}
        className="w-fit font-semibold whitespace-nowrap tabular-nums underline underline-offset-3"
      >
        {order.number}
      </Link>
      <span className="text-sm font-normal text-muted wrap-anywhere">{order.buyerName}</span>
    </span>
  );
}

/** What somebody has to do until when, or when it was decided. */
function Due({ dispute: { status, evidenceDueAt, openedAt, closedAt } }: { dispute: MoneyDispute }) {
  if (status !== "open") {
    return (
      <span className="text-muted">
        Decided <Moment at={closedAt ?? openedAt} relative />
      </span>
    );
  }
  return (
    <span className="grid">
      <span>
        {evidenceDueAt ? (
          <>
            Evidence until <Moment at={evidenceDueAt} />
          </>
        ) : (
          "Evidence soon"
        )}
      </span>
      <span className="text-sm text-muted">
        Opened <Moment at={openedAt} relative />
      </span>
    </span>
  );
}

function AtProvider({ dispute: { provider, providerRef, providerUrl, reason } }: { dispute: MoneyDispute }) {
  return (
    <span className="grid">
      <span>
        {provider === "stripe" ? "Stripe" : "Sandbox"}, {reason.replaceAll("_", " ")}
      </span>
      {providerUrl === null ? (
        <span className="font-mono text-xs text-muted wrap-anywhere">{providerRef}</span>
      ) : (
        <a
          href={providerUrl}
          target="_blank"
          rel="noreferrer"
          className="w-fit font-mono text-xs underline underline-offset-3 wrap-anywhere"
        >
          {providerRef}
          <span className="sr-only"> (opens at Stripe)</span>
        </a>
      )}
    </span>
  );
}

/** Money that buyers' banks ask back: what is open, until when evidence is taken, and how the others ended. */
export function DisputesView() {
  const address = useListAddress();
  const status = address.choice("status", DisputeStatus.options);
  const query = useQuery(disputesQuery({ q: address.q, status, page: address.page }));
  const isFiltered = address.q !== "" || status !== undefined;
  return (
    <StaffTable
      label="Disputes"
      columns={columns}
      query={query}
      address={address}
      sort=""
      keyOf={({ id }) => id}
      empty={{
        title: isFiltered ? "Nothing" : "No bank asks for money back",
        text: isFiltered
          ? "No dispute fits this search."
          : "A dispute shows here the moment the provider tells of it, and you get a mail.",
      }}
      toolbar={
        <TableToolbar
          address={address}
          placeholder="Order, buyer or reference"
          filters={
            <FilterSelect
              label="State"
              any="Any state"
              value={status}
              choices={DisputeStatus.options.map((value) => ({ value, label: disputeStates[value].label }))}
              onChange={(value) => address.change({ status: value })}
            />
          }
        />
      }
    />
  );
}
