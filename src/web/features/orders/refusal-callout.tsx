import { openAuth } from "#web/lib/auth-events.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import type { Refusal } from "./refusals.ts";
import { formatMoney } from "#web/lib/money.ts";
import type { Change } from "./checkout-query.ts";

type RefusalCalloutProps = { refusal: Refusal; chooseAddress: string; onRetry: () => void };

/** Shows why the request was refused, and the next step if there is one. */
export function RefusalCallout({ refusal, chooseAddress, onRetry }: RefusalCalloutProps) {
  return (
    <Callout tone="bad" title={refusal.title}>
      <p>{refusal.text}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {refusal.way === "choose" && (
          <LinkButton size="sm" variant="outline" to={chooseAddress}>
            Choose again
          </LinkButton>
        )}
        {(refusal.way === "sign-in" || refusal.way === "retry") && (
          <Button size="sm" variant="outline" onClick={refusal.way === "retry" ? onRetry : () => openAuth()}>
            {refusal.way === "retry" ? "Try again" : "Sign In"}
          </Button>
        )}
      </div>
    </Callout>
  );
}

type ChangeCalloutProps = { change: Change; refusal: Refusal | undefined; totalCents: number; currency: string };

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
