import { useQueryClient } from "@tanstack/react-query";
import { callJson } from "#web/lib/call.ts";

/**
 * Writes of the desks. After one, everything that staff look at is read anew.
 *
 * @param key the attempt's own number where the write gives tickets or mails: pressing twice does it once
 */
export function useDeskWrite() {
  const queryClient = useQueryClient();
  return async <Reply>(path: string, body: object, key?: string): Promise<Reply> => {
    const reply = await callJson<Reply>("POST", path, {
      body,
      ...(key ? { headers: { "idempotency-key": key } } : {}),
    });
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/api/admin/") });
    return reply;
  };
}
