import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Cursor, CursorList, Empty, Id, IdParam, Instant, Page } from "./shapes.ts";

/** An error of a visitor's browser: what went wrong and where in the site, nothing about the person. */
export const FaultReport = z.strictObject({
  message: z.string().min(1).max(1000),
  stack: z.string().max(20_000).default(""),
  /** Pattern of the route, `/events/:id/:slug?`, never the address itself. */
  route: z.string().startsWith("/").max(200),
  /** Release that the browser runs. */
  release: z.string().max(64),
});
export type FaultReport = z.infer<typeof FaultReport>;

export const reportFault = endpoint({
  method: "POST",
  path: "/api/errors",
  summary: "A browser tells of an error; the same ones are counted together",
  access: "public",
  limit: "note",
  body: FaultReport,
  reply: Empty,
  status: 202,
  errors: ["invalid_input", "too_many_requests"],
});

export const FaultSource = z.enum(["browser", "server"]);
export type FaultSource = z.infer<typeof FaultSource>;

export const Fault = z.object({
  id: Id,
  source: FaultSource,
  message: z.string(),
  stack: z.string(),
  route: z.string(),
  /** Family of the browser, or null for the server's own. */
  agent: z.string().nullable(),
  count: z.int().min(1),
  firstSeenAt: Instant,
  lastSeenAt: Instant,
  firstRelease: z.string(),
  lastRelease: z.string(),
  /** Null while it is open; one that comes back after it was resolved is open again. */
  resolvedAt: Instant.nullable(),
});
export type Fault = z.infer<typeof Fault>;

export const listFaults = endpoint({
  method: "GET",
  path: "/api/admin/errors",
  summary: "Errors of browsers and of the server, the same ones as one, last seen first",
  access: "admin",
  limit: "read",
  query: z.object({
    state: z.enum(["open", "resolved"]).default("open"),
    source: FaultSource.optional(),
    page: Page,
    cursor: Cursor,
  }),
  reply: CursorList(Fault),
  errors: ["not_signed_in", "not_allowed", "invalid_input"],
});

export const resolveFault = endpoint({
  method: "POST",
  path: "/api/admin/errors/{id}/resolve",
  summary: "Marks an error as mended; it opens again by itself when it is seen again",
  access: "admin",
  limit: "write",
  params: z.object({ id: IdParam }),
  body: z.strictObject({}).optional(),
  reply: Fault,
  errors: ["not_signed_in", "not_allowed", "not_found", "invalid_input"],
});

export const reopenFault = endpoint({
  method: "POST",
  path: "/api/admin/errors/{id}/reopen",
  summary: "Takes an error that was marked as mended back among the open ones",
  access: "admin",
  limit: "write",
  params: z.object({ id: IdParam }),
  body: z.strictObject({}).optional(),
  reply: Fault,
  errors: ["not_found", "invalid_input"],
});
