import { useRevalidator, useRouteError } from "react-router";
import { ErrorScreen } from "./error-screen.tsx";

/** The last net: the shell itself failed. */
export function AppCrash() {
  const error = useRouteError();
  const revalidator = useRevalidator();
  return (
    <div id="app">
      <main>
        <ErrorScreen error={error} onRetry={() => void revalidator.revalidate()} />
      </main>
    </div>
  );
}
