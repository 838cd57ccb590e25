import { formatMoney } from "#web/lib/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import type { Change } from "./checkout-query.ts";
import type { Refusal } from "./refusals.ts";

export type ChangeNoticeProps = { change: Change; refusal: Refusal | undefined; totalCents: number; currency: string };

/** Said before paying, never after: what was chosen is not what is there now. */
export function ChangeNotice({ change, refusal, totalCents, currency }: ChangeNoticeProps) {
  const { isShort, promisedCents } = change;
  const title = isShort ? (refusal?.title ?? "Some tickets went in the meantime") : "The price has changed";
  return (
    <Notice tone={isShort && refusal ? "bad" : "soon"} title={title}>
      {promisedCents !== undefined && `It was ${formatMoney(promisedCents, currency)} when you chose. `}
      What you see here is what is there now: {formatMoney(totalCents, currency)} in all.
      {refusal && " Nothing was charged."}
    </Notice>
  );
}
