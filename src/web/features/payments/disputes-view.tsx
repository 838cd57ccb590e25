import { disputeStatuses } from "#web/features/payments/labels.ts";
import { hubPath, OrderAndBuyer } from "#web/admin-kit/admin-links.tsx";
import { Link } from "#web/lib/router.ts";
import type { MoneyDispute } from "#contract/payments/disputes.ts";
import { Moment, EventMoment } from "#web/admin-kit/moment.tsx";
import { statusColumn } from "#web/admin-kit/table/cells.tsx";
import { staffList, StaffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { formatMoney } from "#web/lib/money.ts";

const disputes = staffList("GET /api/admin/money/disputes", {
  label: "Disputes",
  everyMs: 30_000,
  search: "Order, buyer or reference",
  filters: { status: { label: "Status", choices: disputeStatuses } },
  empty: "New disputes show up here as soon as the payment provider reports them, and we email the admins.",
  columns: {
    order: {
      header: "Order",
      phone: "title",
      cell: ({ order, providerRef }) =>
        order ? (
          <OrderAndBuyer order={order} strong />
        ) : (
          <span className="text-muted wrap-anywhere">{providerRef}</span>
        ),
    },
    status: statusColumn(disputeStatuses),
    amount: {
      header: "Amount",
      figures: true,
      phone: "part",
      cell: ({ amountCents, currency }) => <span className="text-ink">{formatMoney(amountCents, currency)}</span>,
    },
    event: {
      header: "Event",
      phone: "line",
      cell: ({ event }) =>
        event && (
          <span className="grid">
            <Link to={hubPath(event.id)} className="w-fit underline underline-offset-3 wrap-anywhere">
              {event.title}
            </Link>
            <span className="text-sm text-muted">
              <EventMoment at={event.startsAt} timeZone={event.timeZone} />
            </span>
          </span>
        ),
    },
    due: { header: "Due", phone: "line", cell: (dispute) => <Due dispute={dispute} /> },
    provider: { header: "Provider", phone: "line", cell: (dispute) => <AtProvider dispute={dispute} /> },
  },
});

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
  const list = useStaffList(disputes);
  const none = { title: "No results", text: "No disputes match your search." };
  return <StaffList list={list} empty={list.isFiltered ? none : undefined} />;
}
