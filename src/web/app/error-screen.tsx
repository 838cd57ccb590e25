import { CallError } from "#web/lib/call.ts";
import { FileGone } from "#web/lib/fetch-first.ts";
import { isOffline } from "#web/lib/offline.ts";
import { paths } from "#web/lib/paths.ts";
import { reportBrowserError } from "#web/lib/report-browser-error.ts";
import { readStorage, writeStorage, storageKeys } from "#web/lib/safe-storage.ts";
import { NotFound } from "#web/pages/not-found.tsx";
import { Button } from "#web/ui/button.tsx";
import { FullMessage } from "#web/ui/full-message.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { isRouteFailure, useReload, useRouteError } from "#web/lib/router.ts";

/** True if the browser knows it is offline and a page or one of its parts failed to load. */
const isUnreached = (error: unknown) => typeof document !== "undefined" && error instanceof TypeError && isOffline();

/** True if the server can't read its data right now. It knows, and the visitor can only wait. */
const isOutage = (error: unknown) => (error instanceof CallError || isRouteFailure(error)) && error.status === 503;

interface ErrorText {
  sign: string;
  title: string;
  text: string;
}

function describe(error: unknown): ErrorText {
  if (isUnreached(error)) {
    return {
      sign: "?",
      title: "No connection",
      text: "We couldn't load this page. Check your connection and try again.",
    };
  }
  if (isOutage(error)) {
    return {
      sign: "503",
      title: "We'll be right back",
      text: "We can't reach our data right now. Your orders and tickets are safe. Please try again in a moment.",
    };
  }
  return {
    sign: "500",
    title: "Something went wrong",
    text: "We've encountered an unexpected error. Our team has been notified.",
  };
}

/**
 * The specification's error screen. Its "our team has been notified" is true: this component reports the error, unless
 * the server already did. Offline it can't report, so the screen says that the visitor is offline. In an outage the
 * screen says so. If a newer release replaced the page's file, it reloads the page and shows
 * no message.
 */
function ErrorScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const [renewed, setRenewed] = useState<unknown>();
  const renewing = useRef<unknown>(undefined);
  // Runs before paint, so that a page that is reloading never shows an error first.
  useLayoutEffect(() => {
    if (!renewPage(error)) return;
    renewing.current = error;
    setRenewed(error);
  }, [error]);
  useEffect(() => {
    if (!isRouteFailure(error) && renewing.current !== error) reportBrowserError(error);
  }, [error]);
  useRetryOnline(error, onRetry);
  if (renewed !== undefined && renewed === error) return <Spinner />;
  const { sign, title, text } = describe(error);
  return (
    <>
      <title>{`${title} | Savage Gentlemen Lifestyle | SGX Media`}</title>
      <FullMessage
        sign={sign}
        title={title}
        text={text}
        actions={
          <>
            <Button onClick={onRetry}>Try Again</Button>
            <Button variant="outline" onClick={() => window.location.reload()}>
              Reload Page
            </Button>
            {isUnreached(error) && (
              <LinkButton variant="outline" to={paths.myTickets()}>
                My Tickets
              </LinkButton>
            )}
          </>
        }
      />
    </>
  );
}

/** Once the network is back, a page that had none loads by itself. */
function useRetryOnline(error: unknown, onRetry: () => void): void {
  const retry = useEffectEvent(onRetry);
  const waits = isUnreached(error);
  useEffect(() => {
    if (!waits) return;
    const again = () => retry();
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [waits]);
}

/** Shown in place of a page that failed or doesn't exist. The header and navigation stay. */
export function RouteError() {
  const error = useRouteError();
  const { reset } = useQueryErrorResetBoundary();
  const reload = useReload();

  // The page may be gone, or the user who is signed in now may not have access to it.
  if ((isRouteFailure(error) || error instanceof CallError) && error.status === 404) return <NotFound />;

  function retry() {
    reset();
    void reload();
  }
  return <ErrorScreen error={error} onRetry={retry} />;
}

/** Last resort: shown when the shell itself fails. */
export function AppCrash() {
  const error = useRouteError();
  const reload = useReload();
  return (
    <div id="app">
      <main>
        <ErrorScreen error={error} onRetry={() => void reload()} />
      </main>
    </div>
  );
}

/**
 * Reloads the page when its file is gone because a newer release replaced it. The user loses no input, because the page
 * was never shown. It reloads once per file: if the file stays missing, the error screen shows instead of a reload
 * loop.
 *
 * @returns true if the page is reloading; false for any other error, and when the browser has no storage
 */
function renewPage(error: unknown): boolean {
  if (!(error instanceof FileGone) || readStorage(storageKeys.renewedFor, "session") === error.message) return false;
  writeStorage(storageKeys.renewedFor, error.message, "session");
  if (readStorage(storageKeys.renewedFor, "session") !== error.message) return false;
  window.location.reload();
  return true;
}
