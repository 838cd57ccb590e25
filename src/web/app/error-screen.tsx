import { useEffect } from "react";
import { isRouteErrorResponse } from "react-router";
import { reportFault } from "#web/lib/report-fault.ts";
import { Button } from "#web/ui/button.tsx";
import { FullMessage } from "#web/ui/full-message.tsx";

/**
 * The specification's error screen. That the team has been notified is true: the error is reported from here, unless the
 * server met it first.
 */
export function ErrorScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  useEffect(() => {
    if (!isRouteErrorResponse(error)) reportFault(error);
  }, [error]);
  return (
    <>
      <title>Something went wrong | Savage Gentlemen Lifestyle | SGX Media</title>
      <FullMessage
        sign="500"
        title="Something went wrong"
        text="We've encountered an unexpected error. Our team has been notified."
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
