import { useRevalidator } from "react-router";
import { ErrorScreen } from "./error-screen.tsx";

/** The last net: the shell itself failed. */
export function AppCrash() {
  const revalidator = useRevalidator();
  return (
    <div id="app">
      <main>
        <ErrorScreen onRetry={() => void revalidator.revalidate()} />
      </main>
    </div>
  );
}
