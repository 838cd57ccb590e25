import { useQueryClient } from "@tanstack/react-query";
import { createContext, use } from "react";
import type { EndpointName, ReplyOf } from "#contract/calls.ts";
import type { TicketSetup } from "#contract/events/ticket-types.ts";
import { apiQuery, type CallArgs, callApi } from "#web/lib/api.ts";
import { isAdminPath } from "#web/admin-kit/table/list-query.ts";
import { applyReply } from "#web/lib/query-client.ts";

/** How often sales numbers refresh while staff look at them. */
const pollMs = 10_000;

/** What an event sells, refreshed while staff look at it. */
export const setupQuery = (id: number) => ({
  ...apiQuery("GET /api/admin/events/{id}/ticket-types", { params: { id } }),
  staleTime: pollMs,
  refetchInterval: pollMs,
});

/** The endpoints that answer with the complete setup. */
type SetupName = {
  [Name in Exclude<EndpointName, `GET ${string}`>]: ReplyOf<Name> extends TicketSetup ? Name : never;
}[Exclude<EndpointName, `GET ${string}`>];

export const SetupContext = createContext<TicketSetup | undefined>(undefined);

/** What the event sells, and a function that changes it. */
export function useTicketSetup() {
  const setup = use(SetupContext);
  if (setup === undefined) throw new Error("useTicketSetup must be used within the ticket setup");
  const queryClient = useQueryClient();
  const { queryKey } = setupQuery(setup.event.id);
  const [path] = queryKey;

  /** Every reply has the complete new setup, so no refetch is needed. */
  async function write<Name extends SetupName>(name: Name, ...args: CallArgs<Name>): Promise<ReplyOf<Name>> {
    await queryClient.cancelQueries({ queryKey });
    const changed = await callApi(name, ...args);
    await applyReply(queryClient, queryKey, changed);
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [key] }) => isAdminPath(key) && key !== path,
    });
    return changed;
  }
  const readLatest = () => callApi("GET /api/admin/events/{id}/ticket-types", { params: { id: setup.event.id } });
  return { ...setup, write, readLatest };
}
