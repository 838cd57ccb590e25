import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { createContext, use } from "react";
import type { TicketSetup } from "#contract/events/ticket-types.ts";
import { callJson } from "#web/lib/call.ts";
import { applyReply } from "#web/lib/query-client.ts";

/** How often sales numbers refresh while staff look at them. */
const pollMs = 10_000;

/** What an event sells, refreshed while staff look at it. */
export const setupQuery = (eventId: number) =>
  queryOptions<TicketSetup, Error, TicketSetup, readonly [string]>({
    queryKey: [`/api/admin/events/${eventId}/ticket-types`],
    staleTime: pollMs,
    refetchInterval: pollMs,
  });

export const SetupContext = createContext<TicketSetup | undefined>(undefined);

/** What the event sells, its address in the API, and a function that changes it. */
export function useTicketSetup() {
  const setup = use(SetupContext);
  if (setup === undefined) throw new Error("useTicketSetup must be used within the ticket setup");
  const queryClient = useQueryClient();
  const { queryKey } = setupQuery(setup.event.id);
  const [path] = queryKey;

  /** Every reply has the complete new setup, so no refetch is needed. */
  async function write(method: "POST" | "PUT" | "DELETE", to: string, body?: object): Promise<TicketSetup> {
    await queryClient.cancelQueries({ queryKey });
    const changed = await callJson<TicketSetup>(method, to, body === undefined ? {} : { body });
    await applyReply(queryClient, queryKey, changed);
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [key] }) => String(key).startsWith("/api/admin/") && key !== path,
    });
    return changed;
  }
  return { ...setup, path, write, readLatest: () => callJson<TicketSetup>("GET", path) };
}
