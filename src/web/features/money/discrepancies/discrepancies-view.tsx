import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type Discrepancy, DiscrepancyKind } from "#contract/discrepancies.ts";
import { Moment } from "#web/features/admin/moment.tsx";
import type { Column } from "#web/features/admin/table/columns.ts";
import { FilterBar, openOrResolved, ResolvedFilter } from "#web/features/admin/table/filter-bar.tsx";
import { FilterSelect } from "#web/features/admin/table/filter-select.tsx";
import { StaffTable } from "#web/features/admin/table/staff-table.tsx";
import { type ListAddress, useListAddress } from "#web/features/admin/table/use-list-address.ts";
import { formatMoney } from "#web/lib/money.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { discrepanciesQuery } from "./queries.ts";
import { RepairButtons } from "./repair-buttons.tsx";
import { kinds, resolutions, whatHappened } from "./labels.ts";

const columns: Column<Discrepancy>[] = [
  {
    id: "what",
    header: "What happened",
    meta: { phone: "title", className: "columns:min-w-56" },
    cell: ({ row: { original: discrepancy } }) => (
      <span className="grid justify-items-start gap-1.5">
        <Badge tone={kinds[discrepancy.kind].tone}>{kinds[discrepancy.kind].label}</Badge>
        <span className="font-semibold wrap-anywhere">{whatHappened(discrepancy)}</span>
        {discrepancy.resolved && (
          <span className="text-sm font-normal text-muted">
            {discrepancy.resolved.by ? `${discrepancy.resolved.by}: ` : ""}
            {resolutions[discrepancy.resolved.how]}, <Moment at={discrepancy.resolved.at} relative />
          </span>
        )}
      </span>
    ),
  },
  { id: "order", header: "Order", meta: { phone: "line" }, cell: ({ row }) => <OrderOf discrepancy={row.original} /> },
  {
    id: "amount",
    header: "Amount",
    meta: { figures: true, phone: "part" },
    cell: ({ row: { original: discrepancy } }) =>
      discrepancy.amountCents !== null &&
      discrepancy.currency !== null && (
        <span className="text-ink">{formatMoney(discrepancy.amountCents, discrepancy.currency)}</span>
      ),
  },
  {
    id: "openedAt",
    header: "Opened",
    meta: { figures: true, phone: "part" },
    cell: ({ row: { original: discrepancy } }) => <Moment at={discrepancy.openedAt} relative />,
  },
  {
    id: "actions",
    header: "Actions",
    meta: { hideHeader: true, figures: true, phone: "foot" },
    cell: ({ row: { original: discrepancy } }) =>
      discrepancy.repairs.length > 0 && <RepairButtons discrepancy={discrepancy} />,
  },
];

function OrderOf({ discrepancy: { order, ref } }: { discrepancy: Discrepancy }) {
  if (order === null) return ref === null ? null : <span className="text-muted wrap-anywhere">{ref}</span>;
  return (
    <span className="grid">
      <Link
        to={withQuery(paths.ticketManagement(), { order: order.id })}
        className="w-fit whitespace-nowrap tabular-nums underline underline-offset-3"
      >
        {order.number}
      </Link>
      <span className="text-sm text-muted wrap-anywhere">{order.buyerName}</span>
    </span>
  );
}

/** The discrepancies, each with what happened and the actions that resolve it. */
export function DiscrepanciesView() {
  const address = useListAddress();
  const status = address.choice("status", openOrResolved) ?? "open";
  const kind = address.choice("kind", DiscrepancyKind.options);
  const query = useQuery(discrepanciesQuery({ status, kind, ...address.at }));
  const checkedAt = query.data?.checkedAt;
  const isAll = status === "open" && kind === undefined;
  return (
    <StaffTable
      label="Discrepancies"
      columns={columns}
      query={query}
      address={address}
      keyOf={({ id }) => id}
      empty={isAll ? whenClean(checkedAt ?? null) : { title: "No results", text: nothingText[status] }}
      toolbar={<DiscrepanciesToolbar address={address} status={status} kind={kind} />}
    />
  );
}

const nothingText = { open: "No open discrepancies of this type.", resolved: "No resolved discrepancies yet." };

/** The list must not claim that all is well before the first check has run. */
function whenClean(checkedAt: string | null) {
  if (checkedAt === null) {
    return {
      title: "First check in progress",
      text: "We haven't checked the ledger yet. The first check runs within a minute and shows here.",
    };
  }
  return {
    title: "Every cent is accounted for",
    text: "Every payment bought tickets or was refunded, and every ticket was paid for.",
    action: (
      <p className="text-sm text-muted">
        Last checked <Moment at={checkedAt} relative />
      </p>
    ),
  };
}

function DiscrepanciesToolbar({
  address,
  status,
  kind,
}: {
  address: ListAddress;
  status: string;
  kind: string | undefined;
}) {
  return (
    <FilterBar>
      <ResolvedFilter address={address} status={status} resolved="Resolved" />
      <FilterSelect
        label="Type"
        any="Any type"
        value={kind}
        choices={Object.entries(kinds).map(([value, { label }]) => ({ value, label }))}
        onChange={(value) => address.change({ kind: value })}
      />
    </FilterBar>
  );
}
