import { useState } from "react";
import { toast } from "./toast.ts";

/** Says what failed, "We couldn't resend the email", and why. */
export const toastFailure = (title: string, description: string): void => toast({ title, description, tone: "bad" });

/**
 * For buttons outside a form that each do something: which one is busy, and why the last press failed.
 *
 * @param failureOf what is known of a failure: the sentence that says why
 * @param title if there is one, a toast with this title says why it failed: "We couldn't resend the email"
 */
export function useAttempt<Name extends string, Failure = string>(
  failureOf: (error: unknown) => Failure,
  title?: string,
) {
  const [busy, setBusy] = useState<Name>();
  const [failure, setFailure] = useState<Failure>();
  async function attempt(name: Name, work: () => Promise<unknown>) {
    setBusy(name);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      const why = failureOf(error);
      if (title) toastFailure(title, String(why));
      else setFailure(why);
    } finally {
      setBusy(undefined);
    }
  }
  /** The props of a button that does one of these things. */
  const press = (name: Name, work: () => Promise<unknown>) => ({
    loading: busy === name,
    onClick: () => void attempt(name, work),
  });
  return { busy, failure, setFailure, attempt, press };
}
