import { useQueryClient } from "@tanstack/react-query";
import { useFreshProof } from "#web/features/accounts/security/fresh-proof.tsx";
import { callJson } from "#web/lib/call.ts";

/**
 * Sends admin writes; sensitive ones show "Confirm it's you" first. After each, all admin data refetches.
 *
 * @param gone the address that no longer exists after this write, so it must not refetch
 * @param key the idempotency key if the write issues tickets or sends emails: pressing twice does it once
 */
export function useAdminWrite() {
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
