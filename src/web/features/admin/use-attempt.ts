import { useState } from "react";
import { failureText } from "./failure-text.ts";

/** For buttons outside a form that each send something: which one is busy, and why the last press failed. */
export function useAttempt<Name extends string>() {
  const [busy, setBusy] = useState<Name>();
  const [failure, setFailure] = useState<string>();

  async function attempt(name: Name, work: () => Promise<unknown>) {
    setBusy(name);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(undefined);
    }
  }
  return { busy, failure, setFailure, attempt };
}
