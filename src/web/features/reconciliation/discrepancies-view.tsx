import { counted } from "#web/admin-kit/figures.tsx";
import type { Discrepancy, MoneyRepair } from "#contract/reconciliation/discrepancies.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { momentColumn } from "#web/admin-kit/table/cells.tsx";
import { openOrResolved, StaffList, staffList, useStaffList } from "#web/admin-kit/table/staff-list.tsx";
import { OrderAndBuyer } from "#web/admin-kit/admin-links.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { kinds, resolutions, whatHappened, repairs } from "./labels.ts";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { useState } from "react";
import { ReasonDialog, useReasonForm } from "#web/admin-kit/reason-dialog.tsx";
import { useMay } from "#web/features/accounts/use-may.ts";
import { useAdminWrite, showSuccess, useAttempt } from "#web/admin-kit/use-admin-write.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { useQuery } from "@tanstack/react-query";
import { quoteQuery } from "#web/features/refunds/refund-dialog.tsx";
import { choicesOf, TicketChoice } from "#web/features/refunds/ticket-choice.tsx";
import { DataList } from "#web/ui/data-list.tsx";

type RepairQuestion = { title: string; action: string; danger?: boolean; textOf: (discrepancy: Discrepancy) => string };

/** Repairs that ask first: they can't be undone, or staff must say what was done. */
const questions: Partial<Record<MoneyRepair, RepairQuestion>> = {
  return_money: {
    title: "Refund payment",
    action: "Refund payment",
    danger: true,
    textOf: () => "We refund the full payment to the original payment method and email the buyer.",
  },
  void_order: {
    title: "Void order",
    action: "Void all tickets",
    danger: true,
    textOf: () =>
      "All tickets in the order become void, and their spots go back on sale. This moves no money. We email the buyer.",
  },
  by_hand: {
    title: "Resolve manually",
    action: "Mark as resolved",
    textOf: ({ kind }) =>
      `This moves no money and sends no email${kind === "external_refund" ? ", and every ticket stays as it is" : ""}. It reopens only if something about it changes.`,
  },
};

/** The buttons that resolve a discrepancy. */
function RepairButtons({ discrepancy }: { discrepancy: Discrepancy }) {
  const { id, repairs: offered, order, ref } = discrepancy;
  const may = useMay();
  const [asking, setAsking] = useState<MoneyRepair>();
  const { busy, attempt } = useAttempt<MoneyRepair>("We couldn't resolve this discrepancy");
  const write = useAdminWrite();
  const onClose = () => setAsking(undefined);
  const form = useReasonForm({ onClose, submit: ({ reason }) => repair(asking!, reason) });
  const { textOf, ...question } = (asking && questions[asking]) ?? {};

  async function repair(name: MoneyRepair, reason?: string, ticketIds?: number[]) {
    const after = await write("POST /api/admin/money/discrepancies/{id}/repair", {
      params: { id },
      body: { repair: name, reason, ticketIds },
    });
    if (after.resolved) showSuccess(repairs[name].done);
    else toast({ title: "This discrepancy is still open", description: whatHappened(after), tone: "bad" });
  }

  if (!may("POST /api/admin/money/discrepancies/{id}/repair")) return null;
  return (
    <>
      <div className="flex flex-wrap gap-2 md:justify-end xl:flex-nowrap">
        {offered.map((name, index) => (
          <Button
            key={name}
            size="sm"
            variant={name === "by_hand" ? "quiet" : index === 0 ? "gold" : "outline"}
            loading={busy === name}
            disabled={busy !== undefined}
            aria-label={`${repairs[name].label}: ${order?.number ?? ref ?? id}`}
            onClick={() =>
              questions[name] || name === "void_tickets" ? setAsking(name) : void attempt(name, () => repair(name))
            }
          >
            {repairs[name].label}
          </Button>
        ))}
      </div>
      <ReasonDialog form={form} open={textOf !== undefined} title="" action="" {...question}>
        {whatHappened(discrepancy)} {textOf?.(discrepancy)}
      </ReasonDialog>
      {order && asking === "void_tickets" && (
        <ExternalRefundDialog
          discrepancy={discrepancy}
          orderId={order.id}
          onClose={onClose}
          onConfirm={(reason, ticketIds) => repair("void_tickets", reason, ticketIds)}
        />
      )}
    </>
  );
}

type ExternalRefundDialogProps = {
  discrepancy: Discrepancy;
  orderId: string;
  onClose: () => void;
  onConfirm: (reason: string, ticketIds: number[]) => Promise<void>;
};

/** Chooses the tickets to void for a refund made at the payment provider. They must be worth at least the refund. */
function ExternalRefundDialog({ discrepancy, orderId, onClose, onConfirm }: ExternalRefundDialogProps) {
  const [chosen, setChosen] = useState(new Set<number>());
  const query = useQuery(quoteQuery(orderId, { withFee: true, returnsStock: true }));
  const quoted = query.data;
  const form = useReasonForm({ onClose, submit: ({ reason }) => onConfirm(reason, [...chosen]) });
  const goneCents = discrepancy.amountCents ?? 0;
  const worthCents = (quoted?.tickets ?? []).reduce(
    (sum, ticket) => sum + (chosen.has(ticket.id) ? ticket.amountCents : 0),
    0,
  );
  const money = (cents: number) => formatMoney(cents, quoted?.currency ?? discrepancy.currency ?? "USD");
  return (
    <ReasonDialog
      form={form}
      open
      title="Choose tickets to void"
      action={`Void ${counted(chosen.size, "ticket")}`}
      danger
      reading={!quoted}
      waiting={!quoted || chosen.size === 0 || worthCents < goneCents}
      extra={
        <Loaded query={query} className="h-48">
          {(quote) => (
            <>
              <TicketChoice
                legend="Tickets"
                currency={quote.currency}
                chosen={chosen}
                onChange={setChosen}
                tickets={choicesOf(quote)}
              />
              <DataList
                items={[
                  { term: "Refunded at the payment provider", detail: money(goneCents) },
                  { term: "Value of these tickets", detail: money(worthCents), strong: true },
                ]}
              />
              {chosen.size > 0 && worthCents < goneCents && (
                <p className="text-sm text-muted">The refund is more than these tickets are worth. Select more.</p>
              )}
            </>
          )}
        </Loaded>
      }
    >
      The tickets become void right away, and their spots go back on sale. This moves no money. We email the buyer.
    </ReasonDialog>
  );
}

const discrepancies = staffList("GET /api/admin/money/discrepancies", {
  label: "Discrepancies",
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
});

/** The discrepancies, each with what happened and the actions that resolve it. */
export function DiscrepanciesView() {
  const list = useStaffList(discrepancies);
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
