import type { AuditEntry } from "#contract/audit.ts";
import type { AdminMail, AdminPayment, AdminRefund } from "#contract/admin/order.ts";
import type { PersonMoment } from "#contract/accounts/person-records.ts";
import { formatMoney } from "#server/platform/format.ts";

/** A check-in, undone or not. */
export interface OrderEntry {
  id: number;
  ticketId: number;
  holderName: string;
  at: Date;
  gate: string | null;
  isVoided: boolean;
}

/** What an order's history is made from. */
interface OrderParts {
  createdAt: string;
  paidAt: string | null;
  totalCents: number;
  currency: string;
  payments: AdminPayment[];
  refunds: AdminRefund[];
  mails: AdminMail[];
  entries: OrderEntry[];
  audit: AuditEntry[];
}

type MomentFields = Omit<PersonMoment, "kind" | "key" | "audit" | "path"> & { path?: string; audit?: AuditEntry };

const moment = (kind: string, id: string | number, { path, audit, ...fields }: MomentFields): PersonMoment => ({
  key: `${kind}:${id}`,
  kind,
  path: path ?? null,
  audit: audit ?? null,
  ...fields,
});

const humanize = (value: string) => value.replace(/_/g, " ");

/** An order's history, newest first: placed, paid, emails, check-ins, refunds, and staff actions. */
export function buildHistory(order: OrderParts): PersonMoment[] {
  const total = formatMoney(order.totalCents, order.currency);
  const placed = moment("order", "placed", { at: order.createdAt, title: "Placed", detail: total });
  const paid =
    order.paidAt === null
      ? []
      : [
          moment("order", "paid", {
            at: order.paidAt,
            title: order.totalCents === 0 ? "Confirmed, nothing to pay" : "Paid",
            detail: null,
          }),
        ];
  const moments = [
    placed,
    ...paid,
    ...order.payments.map(({ id, createdAt, provider, status, amountCents, currency }) =>
      moment("order", `payment-${id}`, {
        at: createdAt,
        title: "Payment started",
        detail: `${formatMoney(amountCents, currency)} · ${provider} · ${status === "captured" ? "succeeded" : humanize(status)}`,
      }),
    ),
    ...order.refunds.map(({ id, createdAt, amountCents, status, reason }) =>
      moment("order", `refund-${id}`, {
        at: createdAt,
        title: `${status === "done" ? "Refunded" : "Refund"}: ${formatMoney(amountCents, order.currency)}`,
        detail: `${humanize(reason)} · ${status}`,
      }),
    ),
    ...order.mails.map(({ id, createdAt, subject, kind, status }) =>
      moment("mail", id, {
        at: createdAt,
        title: subject ?? humanize(kind),
        detail: humanize(status),
        path: `/email-management?id=${id}`,
      }),
    ),
    ...order.entries.map(({ id, ticketId, holderName, at, gate, isVoided }) =>
      moment("admission", id, {
        at: at.toISOString(),
        title: `Checked in with ticket ${ticketId}`,
        detail: [holderName, gate, isVoided ? "undone" : null].filter(Boolean).join(" · "),
      }),
    ),
    ...order.audit.map((entry) =>
      moment("staff", entry.id, { at: entry.at, title: entry.staff.name, detail: entry.reason, audit: entry }),
    ),
  ];
  return moments.toSorted((a, b) => (a.at === b.at ? compare(b.key, a.key) : compare(b.at, a.at)));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
