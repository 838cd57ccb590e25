import { notifyManager, useQueryClient, useQueryErrorResetBoundary } from "@tanstack/react-query";
import { Component, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "#web/lib/router.ts";
import { reportBrowserError } from "#web/lib/report-browser-error.ts";
import { Button } from "./button.tsx";
import { Callout } from "./callout.tsx";

type PartBoundaryProps = {
  children: ReactNode;
  /** The callout in a frame, for a part that brings its own. */
  frame?: (callout: ReactNode) => ReactNode;
};

/**
 * Keeps an error in a part of a page within that part: a callout takes its place, and the rest of the page still works.
 * The part starts again on request, with fresh data, and when the URL changes.
 */
export class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    reportBrowserError(error);
  }

  restart = () => this.setState({ hasFailed: false });

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    const callout = <FailedPart onRestart={this.restart} />;
    return this.props.frame ? this.props.frame(callout) : callout;
  }
}

function FailedPart({ onRestart }: { onRestart: () => void }) {
  const queryClient = useQueryClient();
  const { reset } = useQueryErrorResetBoundary();
  const { pathname, search } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  const [isBusy, setBusy] = useState(false);
  const address = pathname + search;
  const failedAt = useRef(address);
  // The part may have failed on what it had read: it must not find that again.
  const forget = () => queryClient.removeQueries({ type: "inactive" });
  const restart = useEffectEvent(() => {
    forget();
    reset();
    onRestart();
  });
  useEffect(() => {
    if (address !== failedAt.current) restart();
  }, [address]);
  useEffect(() => () => queueMicrotask(() => queryClient.removeQueries({ type: "inactive" })), [queryClient]);

  async function tryAgain() {
    const place = box.current?.parentElement;
    setBusy(true);
    forget();
    await queryClient.refetchQueries({ type: "active" });
    // What was read is shown only once it was announced: before, the part would start with what it failed on.
    await new Promise((announced) => notifyManager.schedule(() => announced(undefined)));
    reset();
    onRestart();
    setBusy(false);
    // The button goes away with the callout, so move keyboard focus here.
    place?.setAttribute("tabindex", "-1");
    place?.focus({ preventScroll: true });
  }
  return (
    <div ref={box} data-failed-part className="min-w-0">
      <Callout tone="bad" title="Something went wrong here">
        <p>We couldn't show this part of the page. The rest still works.</p>
        <Button variant="outline" size="sm" className="mt-3" loading={isBusy} onClick={() => void tryAgain()}>
          Try again
        </Button>
      </Callout>
    </div>
  );
}
