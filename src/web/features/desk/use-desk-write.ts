import { useQueryClient } from "@tanstack/react-query";
import { useFreshProof } from "#web/features/accounts/security/fresh-proof.tsx";
import { callJson } from "#web/lib/call.ts";

/**
 * Writes of the desks; where one is delicate, "Is it still you?" comes first. After one, everything that staff look at is read anew.
 *
 * @param gone the address under which there is nothing to read any more after this write
 * @param key the attempt's own number where the write gives tickets or mails: pressing twice does it once
 */
export function useDeskWrite() {
  const queryClient = useQueryClient();
  const withProof = useFreshProof();
  return async <Reply>(path: string, body: object, key?: string, gone?: string): Promise<Reply> => {
    const reply = await withProof(() =>
      callJson<Reply>("POST", path, { body, ...(key ? { headers: { "idempotency-key": key } } : {}) }),
    );
    const isToRead = (address: string) =>
      address.startsWith("/api/admin/") && !(gone !== undefined && address.startsWith(gone));
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isToRead(String(queryKey[0])) });
    return reply;
  };
}
