import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "#web/features/admin/failure-text.ts";
import { callJson } from "#web/lib/call.ts";

/** Writes codes and links, then refetches all admin data. */
export function usePromotionWrite() {
  const queryClient = useQueryClient();
  return async <Reply>(method: "POST" | "PUT" | "DELETE", path: string, body?: object): Promise<Reply> => {
    const reply = await callJson<Reply>(method, path, body === undefined ? {} : { body });
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/api/admin/") });
    return reply;
  };
}

/** What a button does, whether it is under way, and why it failed. */
export function usePress(work: () => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function run() {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  }
  return { press: () => void run(), isBusy, failure };
}
