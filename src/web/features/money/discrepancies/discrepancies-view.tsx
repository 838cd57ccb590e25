import type { Discrepancy } from "#contract/discrepancies.ts";
import { Moment } from "#web/features/admin/moment.tsx";
import type { ListReply } from "#web/features/admin/table/list-query.ts";
import { momentColumn } from "#web/features/admin/table/cells.tsx";
import { type List, openOrResolved, StaffList, useStaffList } from "#web/features/admin/table/staff-list.tsx";
import { OrderAndBuyer } from "#web/features/box-office/order-link.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { RepairButtons } from "./repair-buttons.tsx";
import { kinds, resolutions, whatHappened } from "./labels.ts";

type Discrepancies = ListReply<Discrepancy> & { checkedAt: string | null };

const discrepancies: List<Discrepancy> = {
  label: "Discrepancies",
  path: "/api/admin/money/discrepancies",
  everyMs: 30_000,
  filters: { status: openOrResolved, kind: { label: "Type", choices: kinds } },
  empty: { title: "No results", text: "No resolved discrepancies yet." },
  columns: {
    what: {
      header: "What happened",
      phone: "title",
      className: "columns:min-w-56",
      cell: (discrepancy) => (
        <span className="grid justify-items-start gap-1.5">
          <StatusBadge {...kinds[discrepancy.kind]} />
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
    order: {
      header: "Order",
      phone: "line",
      cell: ({ order, ref }) =>
        order ? <OrderAndBuyer order={order} /> : ref && <span className="text-muted wrap-anywhere">{ref}</span>,
    },
    amount: {
      header: "Amount",
      figures: true,
      phone: "part",
      cell: ({ amountCents, currency }) =>
        amountCents !== null &&
        currency !== null && <span className="text-ink">{formatMoney(amountCents, currency)}</span>,
    },
    openedAt: momentColumn("openedAt", "Opened", { phone: "part" }),
    actions: {
      header: "Actions",
      hideHeader: true,
      figures: true,
      phone: "foot",
      cell: (discrepancy) => discrepancy.repairs.length > 0 && <RepairButtons discrepancy={discrepancy} />,
    },
  },
};

/** The discrepancies, each with what happened and the actions that resolve it. */
export function DiscrepanciesView() {
  const list = useStaffList<Discrepancy, Discrepancies>(discrepancies);
  const isOpen = list.values.status === "open";
  const none = list.isFiltered
    ? { title: "No results", text: "No open discrepancies of this type." }
    : whenClean(list.query.data?.checkedAt ?? null);
  return <StaffList list={list} empty={isOpen ? none : undefined} />;
}

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
