import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { DisputeStatus, type MoneyDispute } from "#contract/disputes.ts";
import { disputeStatuses } from "#web/features/box-office/order/labels.ts";
import { Moment, EventMoment } from "#web/features/admin/moment.tsx";
import type { Column } from "#web/features/admin/table/columns.ts";
import { FilterSelect } from "#web/features/admin/table/filter-select.tsx";
import { StaffTable } from "#web/features/admin/table/staff-table.tsx";
import { TableToolbar } from "#web/features/admin/table/table-toolbar.tsx";
import { useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { formatMoney } from "#web/lib/money.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { disputesQuery } from "./queries.ts";

const columns: Column<MoneyDispute>[] = [
  { id: "order", header: "Order", meta: { phone: "title" }, cell: ({ row }) => <OrderOf dispute={row.original} /> },
  {
    id: "status",
    header: "Status",
    meta: { phone: "aside" },
    cell: ({ row: { original: dispute } }) => (
      <Badge tone={disputeStatuses[dispute.status].tone}>{disputeStatuses[dispute.status].label}</Badge>
    ),
  },
  {
    id: "amount",
    header: "Amount",
    meta: { figures: true, phone: "part" },
    cell: ({ row: { original: dispute } }) => (
      <span className="text-ink">{formatMoney(dispute.amountCents, dispute.currency)}</span>
    ),
  },
  {
    id: "event",
    header: "Event",
    meta: { phone: "line" },
    cell: ({ row: { original: dispute } }) =>
      dispute.event && (
        <span className="grid">
          <Link
            to={withQuery(paths.ticketManagement(), { event: dispute.event.id })}
            className="w-fit underline underline-offset-3 wrap-anywhere"
          >
            {dispute.event.title}
          </Link>
          <span className="text-sm text-muted">
            <EventMoment at={dispute.event.startsAt} timeZone={dispute.event.timeZone} />
          </span>
        </span>
      ),
  },
  { id: "due", header: "Due", meta: { phone: "line" }, cell: ({ row }) => <Due dispute={row.original} /> },
  {
    id: "provider",
    header: "Provider",
    meta: { phone: "line" },
    cell: ({ row: { original: dispute } }) => <AtProvider dispute={dispute} />,
  },
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

/** When evidence is due, or when the dispute was decided. */
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
            Evidence due <Moment at={evidenceDueAt} />
          </>
        ) : (
          "Evidence due soon"
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
          <span className="sr-only"> (opens in Stripe)</span>
        </a>
      )}
    </span>
  );
}

/** Disputes by buyers' banks: open ones with the evidence deadline, and how the others ended. */
export function DisputesView() {
  const address = useListAddress();
  const status = address.choice("status", DisputeStatus.options);
  const query = useQuery(disputesQuery({ q: address.q, status, ...address.at }));
  const isFiltered = address.q !== "" || status !== undefined;
  return (
    <StaffTable
      label="Disputes"
      columns={columns}
      query={query}
      address={address}
      keyOf={({ id }) => id}
      empty={{
        title: isFiltered ? "No results" : "No disputes",
        text: isFiltered
          ? "No disputes match your search."
          : "New disputes show up here as soon as the payment provider reports them, and we email the admins.",
      }}
      toolbar={
        <TableToolbar
          address={address}
          placeholder="Order, buyer or reference"
          filters={
            <FilterSelect
              label="Status"
              any="Any status"
              value={status}
              choices={DisputeStatus.options.map((value) => ({ value, label: disputeStatuses[value].label }))}
              onChange={(value) => address.change({ status: value })}
            />
          }
        />
      }
    />
  );
}
