import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { isRouteErrorResponse } from "react-router";
import { reportBrowserError } from "#web/lib/report-browser-error.ts";
import { Button } from "#web/ui/button.tsx";
import { FullMessage } from "#web/ui/full-message.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { renewPage } from "./renew-page.ts";

/** True if the browser knows it is offline and a page or one of its parts failed to load. */
const isUnreached = (error: unknown) =>
  typeof document !== "undefined" && error instanceof TypeError && !navigator.onLine;

/**
 * The specification's error screen. Its "our team has been notified" is true: this component reports the error, unless
 * the server already did. Offline it can't report, so the screen says that the visitor is offline. If a newer release
 * replaced the page's file, it reloads the page and shows no message.
 */
export function ErrorScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const [renewed, setRenewed] = useState<unknown>();
  const renewing = useRef<unknown>(undefined);
  // Runs before paint, so that a page that is reloading never shows an error first.
  useLayoutEffect(() => {
    if (!renewPage(error)) return;
    renewing.current = error;
    setRenewed(error);
  }, [error]);
  useEffect(() => {
    if (!isRouteErrorResponse(error) && renewing.current !== error) reportBrowserError(error);
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
            ? "We couldn't load this page. Check your connection and try again."
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
