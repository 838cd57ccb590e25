import { useRevalidator, useRouteError } from "react-router";
import { ErrorScreen } from "./error-screen.tsx";

/** Last resort: shown when the shell itself fails. */
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
