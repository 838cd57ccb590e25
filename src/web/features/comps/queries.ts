import type { CompBatch } from "#contract/comps/batches.ts";
import { adminQueryOf } from "#web/admin-kit/table/list-query.ts";

/** The latest guest lists and claim links; read often while one is being issued. */
export const compBatchesQuery = (eventId: number | undefined) => ({
  ...adminQueryOf("GET /api/admin/comp-batches", { query: { eventId } }),
  refetchInterval: ({ state }: { state: { data?: { items: CompBatch[] } | undefined } }) =>
    state.data?.items.some(isWorking) ? 1000 : false,
});

/** True while the server issues or revokes a batch's comps. */
const isWorking = ({ status, source }: CompBatch) =>
  status === "revoking" || (status === "running" && source === "list");

export const compHostsQuery = (eventId: number) => adminQueryOf("GET /api/admin/comp-hosts", { query: { eventId } });
