import { queryOptions, useQueryClient } from "@tanstack/react-query";
import type { TicketSetup } from "#contract/ticket-types.ts";
import { callJson } from "#web/lib/call.ts";
import { takeAnswer } from "#web/lib/query-client.ts";

/** How often staff see what is sold while they look at it. */
const lookMs = 10_000;

export const setupPath = (eventId: number) => `/api/admin/events/${eventId}/ticket-types`;

/** What a night sells, kept up to date while it is looked at. */
export const setupQuery = (eventId: number) =>
  queryOptions<TicketSetup, Error, TicketSetup, readonly [string]>({
    queryKey: [setupPath(eventId)],
    staleTime: lookMs,
    refetchInterval: lookMs,
  });

/** Changes what a night sells. Every answer is how everything stands after it, so nothing has to be read again. */
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
