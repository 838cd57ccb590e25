import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False in the server's HTML and until hydration, because a press does nothing before that. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Performance mark set when the page responds to input. Benchmarks and end-to-end tests wait for it. */
export const answersMark = "page-answers";
