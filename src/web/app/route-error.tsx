import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { isRouteErrorResponse, useRevalidator, useRouteError } from "react-router";
import { CallError } from "#web/lib/call.ts";
import { NotFound } from "#web/pages/not-found.tsx";
import { ErrorScreen } from "./error-screen.tsx";

/** Shown in place of a page that failed or doesn't exist. The header and navigation stay. */
export function RouteError() {
  const error = useRouteError();
  const { reset } = useQueryErrorResetBoundary();
  const revalidator = useRevalidator();

  // The page may be gone, or the user who is signed in now may not have access to it.
  if ((isRouteErrorResponse(error) || error instanceof CallError) && error.status === 404) return <NotFound />;

  function retry() {
    reset();
    void revalidator.revalidate();
  }
  return <ErrorScreen error={error} onRetry={retry} />;
}
