import type { AuditEntry } from "#contract/audit.ts";
import type { OfficeMail, OfficePayment, OfficeRefund } from "#contract/office-order.ts";
import type { MomentKind, PersonMoment } from "#contract/person-records.ts";
import { formatMoney } from "#server/platform/format.ts";

/** What an order's history is told from. */
export interface OrderParts {
  createdAt: string;
  paidAt: string | null;
  totalCents: number;
  currency: string;
  payments: OfficePayment[];
  refunds: OfficeRefund[];
  mails: OfficeMail[];
  entries: { id: number; ticketId: number; holderName: string; at: string; gate: string | null; isVoided: boolean }[];
  audit: AuditEntry[];
}

type Telling = Omit<PersonMoment, "kind" | "key" | "audit" | "path"> & { path?: string; audit?: AuditEntry };

const moment = (kind: MomentKind, id: string | number, { path, audit, ...telling }: Telling): PersonMoment => ({
  key: `${kind}:${id}`,
  kind,
  path: path ?? null,
  audit: audit ?? null,
  ...telling,
});

const words = (value: string) => value.replace(/_/g, " ");

/** What happened with an order, newest first: placed, paid, mailed, at the door, money back, and what staff did. */
export function tellHistory(order: OrderParts): PersonMoment[] {
  const total = formatMoney(order.totalCents, order.currency);
  const placed = moment("order", "placed", { at: order.createdAt, title: "Placed", detail: total });
  const paid =
    order.paidAt === null
      ? []
      : [
          moment("order", "paid", {
            at: order.paidAt,
            title: order.totalCents === 0 ? "Taken, nothing to pay" : "Paid, tickets issued",
            detail: null,
          }),
        ];
  const moments = [
    placed,
    ...paid,
    ...order.payments.map(({ id, createdAt, provider, status, amountCents, currency }) =>
      moment("order", `payment-${id}`, {
        at: createdAt,
        title: "Went to pay",
        detail: `${formatMoney(amountCents, currency)} · ${provider} · ${words(status)}`,
      }),
    ),
    ...order.refunds.map(({ id, createdAt, amountCents, status, reason }) =>
      moment("order", `refund-${id}`, {
        at: createdAt,
        title: `Money ${status === "done" ? "went" : "goes"} back: ${formatMoney(amountCents, order.currency)}`,
        detail: `${words(reason)} · ${status}`,
      }),
    ),
    ...order.mails.map(({ id, createdAt, subject, kind, status }) =>
      moment("mail", id, {
        at: createdAt,
        title: subject ?? words(kind),
        detail: status,
        path: `/email-management?id=${id}`,
      }),
    ),
    ...order.entries.map(({ id, ticketId, holderName, at, gate, isVoided }) =>
      moment("admission", id, {
        at,
        title: `Came in with ticket ${ticketId}`,
        detail: [holderName, gate, isVoided ? "taken back" : null].filter(Boolean).join(" · "),
      }),
    ),
    ...order.audit.map((entry) =>
      moment("staff", entry.id, { at: entry.at, title: entry.staff.name, detail: entry.reason, audit: entry }),
    ),
  ];
  return moments.toSorted((a, b) => (a.at === b.at ? compare(b.key, a.key) : compare(b.at, a.at)));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
