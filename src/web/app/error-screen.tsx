import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { isRouteErrorResponse } from "react-router";
import { reportFault } from "#web/lib/report-fault.ts";
import { Button } from "#web/ui/button.tsx";
import { FullMessage } from "#web/ui/full-message.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { renewPage } from "./renew-page.ts";

/** The browser knows that it has no network, and a page or what stands on it could not be fetched. */
const isUnreached = (error: unknown) =>
  typeof document !== "undefined" && error instanceof TypeError && !navigator.onLine;

/**
 * The specification's error screen. That the team has been notified is true: the error is reported from here, unless the
 * server met it first. Without a network nobody can be, and the screen says that instead. A page whose file a newer release
 * replaced is loaded anew and needs no words.
 */
export function ErrorScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const [renewed, setRenewed] = useState<unknown>();
  const renewing = useRef<unknown>(undefined);
  // Before the browser draws: a page that is on its way shows no error first.
  useLayoutEffect(() => {
    if (!renewPage(error)) return;
    renewing.current = error;
    setRenewed(error);
  }, [error]);
  useEffect(() => {
    if (!isRouteErrorResponse(error) && renewing.current !== error) reportFault(error);
  }, [error]);
  if (renewed !== undefined && renewed === error) return <Spinner />;
  const isOffline = isUnreached(error);
  const title = isOffline ? "No connection" : "Something went wrong";
  return (
    <>
      <title>{`${title} | Savage Gentlemen Lifestyle | SGX Media`}</title>
      <FullMessage
        sign={isOffline ? "?" : "500"}
        title={title}
        text={
          isOffline
            ? "This page could not be reached. Try again when the network is back."
            : "We've encountered an unexpected error. Our team has been notified."
        }
        actions={
          <>
            <Button onClick={onRetry}>Try Again</Button>
            <Button variant="outline" onClick={() => window.location.reload()}>
              Reload Page
            </Button>
          </>
        }
      />
    </>
  );
}
