import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export const adminStreamQuery = (id: number) => adminQuery("GET /api/admin/streams/{id}", { params: { id } });

const healthMs = 3000;
/** What arrives of a stream and who watches, as long as somebody looks. */
export const healthQuery = (id: number) =>
  adminQuery("GET /api/admin/streams/{id}/health", { params: { id } }, healthMs);

export const keysQuery = () => adminQuery("GET /api/admin/stream-keys");

/** The address of a stream's control room. */
export const studioPath = (id: number) => withQuery("/admin", { section: "live", id });
