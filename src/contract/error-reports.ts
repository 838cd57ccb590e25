import { z } from "zod";
import { adminEndpoint, endpoint, fileEndpoint } from "./endpoint.ts";
import { ById, CursorList, Empty, Id, Instant, InstantOrNull, NoBody, paging, TextOrNull } from "./shapes.ts";

/** An error in a visitor's browser: what failed and on which route, with no personal data. */
export const BrowserError = z.strictObject({
  message: z.string().min(1).max(1000),
  stack: z.string().max(20_000).default(""),
  /** The route's pattern, `/events/:id/:slug?`, never the URL itself. */
  route: z.string().startsWith("/").max(200),
  /** The release that the browser runs. */
  release: z.string().max(64),
});
export type BrowserError = z.infer<typeof BrowserError>;

/** Answered at once and written later. */
export const reportBrowserError = endpoint(
  "POST /api/errors",
  "Report a browser error; identical errors are counted together",
  {
    access: "public",
    limit: "beacon",
    body: BrowserError,
    reply: Empty,
    status: 202,
    errors: ["too_many_requests"],
  },
);

export const ErrorSource = z.enum(["browser", "server"]);
export type ErrorSource = z.infer<typeof ErrorSource>;

/** The same error again raises `count` instead of adding a report. */
export const ErrorReport = z.object({
  id: Id,
  source: ErrorSource,
  message: z.string(),
  stack: z.string(),
  route: z.string(),
  /** The browser family; null for server errors. */
  agent: TextOrNull,
  count: z.int().min(1),
  firstSeenAt: Instant,
  lastSeenAt: Instant,
  firstRelease: z.string(),
  lastRelease: z.string(),
  /** Null while it is open. A resolved error that occurs again reopens. */
  resolvedAt: InstantOrNull,
});
export type ErrorReport = z.infer<typeof ErrorReport>;

const errorFilter = {
  status: z.enum(["open", "resolved"]).default("open"),
  source: ErrorSource.optional(),
};

export const listErrorReports = adminEndpoint(
  "GET /api/admin/errors",
  "Browser and server errors, grouped, last seen first",
  {
    query: z.object({ ...errorFilter, ...paging }),
    reply: CursorList(ErrorReport),
    errors: ["not_signed_in", "not_allowed"],
  },
);

/** Times are in UTC. */
export const exportErrorReports = fileEndpoint("/api/admin/errors.csv", z.object(errorFilter), undefined, false);

export const resolveErrorReport = adminEndpoint(
  "POST /api/admin/errors/{id}/resolve",
  "Mark an error as resolved; it reopens if it occurs again",
  {
    params: ById,
    body: NoBody,
    reply: ErrorReport,
    errors: ["not_signed_in", "not_allowed", "not_found"],
  },
);

export const reopenErrorReport = adminEndpoint("POST /api/admin/errors/{id}/reopen", "Reopen a resolved error", {
  params: ById,
  body: NoBody,
  reply: ErrorReport,
});
