import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { TicketSetup } from "#contract/ticket-types.ts";
import { callJson } from "#web/lib/call.ts";
import { takeAnswer } from "#web/lib/query-client.ts";

/** How often sales numbers refresh while staff look at them. */
const pollMs = 10_000;

export const setupPath = (eventId: number) => `/api/admin/events/${eventId}/ticket-types`;

/** What an event sells, refreshed while staff look at it. */
export const setupQuery = (eventId: number) =>
  queryOptions<TicketSetup, Error, TicketSetup, readonly [string]>({
    queryKey: [setupPath(eventId)],
    staleTime: pollMs,
    refetchInterval: pollMs,
  });

/** Changes what an event sells. Every reply has the complete new setup, so no refetch is needed. */
export function useSetupWrite(eventId: number) {
  const queryClient = useQueryClient();
  return async (method: "POST" | "PUT" | "DELETE", path: string, body?: object): Promise<TicketSetup> => {
    const { queryKey } = setupQuery(eventId);
    await queryClient.cancelQueries({ queryKey });
    const setup = await callJson<TicketSetup>(method, path, body === undefined ? {} : { body });
    await takeAnswer(queryClient, queryKey, setup);
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [key] }) => String(key).startsWith("/api/admin/") && key !== setupPath(eventId),
    });
    return setup;
  };
}
