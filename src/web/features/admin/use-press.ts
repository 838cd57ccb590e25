import { useRef, useState } from "react";
import { toast } from "#web/ui/toast.ts";
import { failureText } from "./failure-text.ts";

/**
 * The props of a button that does something at once. It shows that it's busy, and a toast says why it failed.
 *
 * @param failure the toast's title, "We couldn't resend the email"
 * @param act gets an idempotency key that stays until it succeeds: pressing again after a lost connection counts once
 */
export function usePress(failure: string, act: (key: string) => Promise<unknown>) {
  const attempt = useRef<string>(undefined);
  const [loading, setLoading] = useState(false);
  async function press() {
    setLoading(true);
    attempt.current ??= crypto.randomUUID();
    try {
      await act(attempt.current);
      attempt.current = undefined;
    } catch (error) {
      toast({ title: failure, description: failureText(error), tone: "bad" });
    } finally {
      setLoading(false);
    }
  }
  return { loading, onClick: () => void press() };
}
