import type { AdminStream, StreamKey } from "#contract/streams/admin.ts";
import type { StreamHealth } from "#contract/streams/streams.ts";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export const adminStreamsPath = "/api/admin/streams";
export const adminStreamPath = (id: number) => `${adminStreamsPath}/${id}`;
export const adminStreamQuery = (id: number) => adminQuery<AdminStream>(adminStreamPath(id));

const healthMs = 3000;
/** What arrives of a stream and who watches, as long as somebody looks. */
export const healthQuery = (id: number) => adminQuery<StreamHealth>(`${adminStreamPath(id)}/health`, healthMs);

export const keysPath = "/api/admin/stream-keys";
export const keysQuery = () => adminQuery<{ items: StreamKey[] }>(keysPath);

/** The address of a stream's control room. */
export const studioPath = (id: number) => withQuery("/admin", { section: "live", id });
