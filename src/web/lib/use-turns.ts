import { useRef } from "react";

/** Runs async work in order: each task starts when the one before it ends, whether it succeeded or failed. */
export function useTurns() {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.current.then(work);
    last.current = mine.catch(() => undefined);
    return mine;
  };
}
