import { type PromoCode, PromoCodeSort, type PromoCodeStatus } from "#contract/promo-codes.ts";
import { EventMoment, Moment } from "#web/features/admin/moment.tsx";
import { formatMoney } from "#web/lib/money.ts";
import { CodeForm } from "./code-form.tsx";
import { codeAddress, conditionsText, discountText, statuses } from "./labels.ts";
import type { PromotionKind } from "./promotion-list.tsx";

/** Promo codes as staff see and edit them. */
export const codes: PromotionKind<PromoCode> = {
  path: "/api/admin/promo-codes",
  noun: "code",
  endNoun: "code",
  label: "Promo codes",
  placeholder: "Code, note or event",
  emptyText: "Create a code for the newsletter, the street team or the radio.",
  sorts: PromoCodeSort.options,
  firstSort: "-createdAt",
  statuses: Object.keys(statuses) as PromoCodeStatus[],
  nameOf: ({ code }) => code,
  renderTitle: ({ code }) => (
    <>
      <span className="font-mono font-semibold tracking-wide columns:whitespace-nowrap">{code}</span>
      <span className="sr-only">: edit</span>
    </>
  ),
  renderDiscount: (code) => (
    <>
      <span className="text-ink">{discountText(code.discount, code.currency)}</span>
      <span className="block text-sm text-muted wrap-break-word">{conditionsText(code)}</span>
      {code.note && <span className="block text-sm text-muted wrap-break-word">{code.note}</span>}
    </>
  ),
  renderBelowEvent({ startsAt, endsAt, event }) {
    const show = (at: string) => (event ? <EventMoment at={at} timeZone={event.timeZone} /> : <Moment at={at} />);
    if (!startsAt && !endsAt) return "Any time";
    return (
      <>
        {startsAt && <>from {show(startsAt)}</>} {endsAt && <>until {show(endsAt)}</>}
      </>
    );
  },
  uses: {
    id: "used",
    header: "Uses",
    of: ({ used, held, totalLimit: limit }) => ({
      used,
      held,
      limit,
      unit: used === 1 && limit === null ? "use" : "uses",
    }),
  },
  amountOf: ({ discountCents, currency }) => `${formatMoney(discountCents, currency)} off`,
  copyOf(code) {
    const address = codeAddress(code);
    return address ? { text: location.origin + address, label: "Copy link" } : { text: code.code, label: "Copy code" };
  },
  Details: ({ row }) =>
    row.manualStatus === "ended" && (
      <p className="text-muted">This code has ended. Existing orders keep their discount.</p>
    ),
  canDelete: ({ used, held }) => used + held === 0,
  Form: CodeForm,
};
