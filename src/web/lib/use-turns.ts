import { useRef } from "react";

/** Does what is asked for one after another: each begins once the one before it has ended, well or not. */
export function useTurns() {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.current.then(work);
    last.current = mine.catch(() => undefined);
    return mine;
  };
}
