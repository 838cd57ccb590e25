import { formatMoney } from "#web/lib/money.ts";
import { Callout } from "#web/ui/callout.tsx";
import type { Change } from "./checkout-query.ts";
import type { Refusal } from "./refusals.ts";

export type ChangeCalloutProps = { change: Change; refusal: Refusal | undefined; totalCents: number; currency: string };

/** Shown before payment, never after: the selection no longer matches what is available. */
export function ChangeCallout({ change, refusal, totalCents, currency }: ChangeCalloutProps) {
  const { isShort, promisedCents } = change;
  const title = isShort ? (refusal?.title ?? "Some tickets are no longer available") : "The price has changed";
  return (
    <Callout tone={isShort && refusal ? "bad" : "soon"} title={title}>
      {promisedCents !== undefined && `It was ${formatMoney(promisedCents, currency)} when you chose. `}
      Your total is now {formatMoney(totalCents, currency)}.{refusal && " You weren't charged."}
    </Callout>
  );
}
