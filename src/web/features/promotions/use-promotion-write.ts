import { useQueryClient } from "@tanstack/react-query";
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
