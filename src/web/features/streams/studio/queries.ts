import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

const streamMs = 15_000;
/** A stream as staff edit it. Its start, and the end of a test push, come by themselves. */
export const adminStreamQuery = (id: number) => adminQuery("GET /api/admin/streams/{id}", { params: { id } }, streamMs);

const healthMs = 3000;
/** What arrives of a stream and who watches, as long as somebody looks. */
export const healthQuery = (id: number) =>
  adminQuery("GET /api/admin/streams/{id}/health", { params: { id } }, healthMs);

export const keysQuery = () => adminQuery("GET /api/admin/stream-keys");

/** The address of a stream's control room. */
export const studioPath = (id: number) => withQuery("/admin", { section: "live", id });
