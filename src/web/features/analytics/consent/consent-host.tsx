import { Suspense, useEffect } from "react";
import { useHandle } from "#web/lib/router.ts";
import { browserRefuses, useConsent } from "#web/lib/consent.ts";
import { useSite } from "#web/lib/site.ts";
import { useUncovered } from "#web/lib/splash.ts";
import { connectService } from "#web/lib/track.ts";
import { lazyPart, whenIdle } from "#web/ui/lazy-part.tsx";

const ConsentPrompt = lazyPart(null, async () => (await import("./consent-prompt.tsx")).ConsentPrompt);

/** Loads Google Analytics for visitors who agreed, if the site has it, and stops it for those who changed their mind. */
function useService(measurementId: string | null): void {
  const consent = useConsent();
  useEffect(() => {
    if (measurementId === null || consent === undefined) return undefined;
    if (consent === "no") {
      connectService(undefined);
      // Without it, there is nothing to stop.
      if (window.dataLayer)
        import("#web/lib/web-analytics.ts").then(
          ({ stopWebAnalytics }) => stopWebAnalytics(measurementId),
          () => undefined,
        );
      return undefined;
    }
    return whenIdle(() => {
      import("#web/lib/web-analytics.ts").then(
        ({ startWebAnalytics }) => connectService(startWebAnalytics(measurementId)),
        () => undefined,
      );
    });
  }, [measurementId, consent]);
}

/**
 * Asks visitors once whether Google Analytics may count them, if the site has it. Not at checkout, where nothing may
 * distract, nor on staff pages. It floats, so nothing moves: below the header on a phone, whose bottom has the
 * navigation and the button that buys.
 */
export function ConsentHost() {
  const { measurementId } = useSite();
  useService(measurementId);
  const consent = useConsent();
  const isUncovered = useUncovered();
  const handle = useHandle() as { access?: string } | undefined;
  const isAsked = measurementId !== null && isUncovered && consent === undefined && handle?.access === "anyone";
  // The browser may have answered.
  if (!isAsked || browserRefuses()) return null;
  return (
    <Suspense>
      <ConsentPrompt />
    </Suspense>
  );
}
