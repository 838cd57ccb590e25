import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { isRouteErrorResponse, useRevalidator, useRouteError } from "react-router";
import { CallError } from "#web/lib/call.ts";
import { NotFound } from "#web/pages/not-found.tsx";
import { ErrorScreen } from "./error-screen.tsx";

/** What stands in the place of a page that failed or does not exist; the header and navigation stay. */
export function RouteError() {
  const error = useRouteError();
  const { reset } = useQueryErrorResetBoundary();
  const revalidator = useRevalidator();

  // What stood here may be gone, or may no longer be shown to whoever is signed in now.
  if ((isRouteErrorResponse(error) || error instanceof CallError) && error.status === 404) return <NotFound />;

  function retry() {
    reset();
    void revalidator.revalidate();
  }
  return <ErrorScreen error={error} onRetry={retry} />;
}
