import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { isRouteErrorResponse, useRevalidator, useRouteError } from "react-router";
import { NotFound } from "#web/pages/not-found.tsx";
import { ErrorScreen } from "./error-screen.tsx";

/** What stands in the place of a page that failed or does not exist; the header and navigation stay. */
export function RouteError() {
  const error = useRouteError();
  const { reset } = useQueryErrorResetBoundary();
  const revalidator = useRevalidator();

  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;

  function retry() {
    reset();
    void revalidator.revalidate();
  }
  return <ErrorScreen error={error} onRetry={retry} />;
}
