import { useState } from "react";
import { newKey } from "#web/features/orders/attempt.ts";
import { CallError } from "#web/lib/call.ts";

/** Sends a request with its idempotency key: pressing twice, or again after a lost response, counts once. */
export function useAttempt() {
  const [key, setKey] = useState(newKey);
  return async <Reply>(send: (key: string) => Promise<Reply>): Promise<Reply> => {
    try {
      const reply = await send(key);
      setKey(newKey());
      return reply;
    } catch (failure) {
      // A change after a refusal is a new request; a retry after a lost response is the same one.
      if (failure instanceof CallError) setKey(newKey());
      throw failure;
    }
  };
}
