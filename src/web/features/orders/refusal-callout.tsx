import { openAuth } from "#web/lib/auth-events.ts";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Callout } from "#web/ui/callout.tsx";
import type { Refusal } from "./refusals.ts";

export type RefusalCalloutProps = { refusal: Refusal; chooseAddress: string; onRetry?: () => void };

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
        {refusal.way === "sign-in" && (
          <Button size="sm" variant="outline" onClick={() => openAuth()}>
            Sign In
          </Button>
        )}
        {refusal.way === "retry" && onRetry && (
          <Button size="sm" variant="outline" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </Callout>
  );
}
