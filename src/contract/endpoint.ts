import { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/**
 * Who may call an endpoint.
 * - `public`: anyone; uses the session if there is one.
 * - `guest`: any signed-in user, including guests.
 * - `member`: a signed-in user who registered.
 * - `moderator`, `admin`: staff with at least that role.
 * - `signed`: no session; the request authenticates itself (a provider's webhook signature).
 */
export type Access = "public" | "guest" | "member" | "moderator" | "admin" | "signed";

/** Named rate limits. Their sizes are in the server's limiter. */
export type Limit =
  | "read"
  | "write"
  | "upload"
  | "auth"
  | "checkout"
  | "scan"
  | "beacon"
  | "note"
  | "guess"
  | "chat"
  | "none";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One API endpoint, shared by both sides: path, access, input, output and possible errors. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Errors extends readonly ErrorCode[] = readonly ErrorCode[],
> {
  method: Method;
  /** Path with `{name}` parameters, as in OpenAPI. */
  path: string;
  summary: string;
  access: Access;
  limit: Limit;
  /**
   * A query or body field whose value is a secret that unlocks something. Calls that include it also count toward the
   * guess limit, whether right or wrong.
   */
  guess?: string;
  /** True if a write creates money, holds or tickets: the call then requires an Idempotency-Key header. */
  idempotent?: boolean;
  /**
   * For what an unattended browser must not do or reveal: the user must have confirmed their identity in this session
   * less than this many minutes ago, or the call is refused with `confirmation_required`. 5 for what opens the site to
   * someone else: factors, roles, keys, settings; 30 for refunds, exports and campaigns. Guests pass, because they have
   * nothing to confirm with: the session is all they have.
   */
  delicate?: 5 | 30;
  /** True if the success response is the same for everyone. It may then be a fraction of a second old. */
  shared?: boolean;
  params?: Params;
  query?: Query;
  /** Set if the body is a file, not JSON: allowed declared types, maximum size, and whether it is streamed. */
  upload?: { types: readonly string[]; maxBytes: number; streamed?: true };
  body?: Body;
  /** The most bytes of a JSON body, where the server's own limit of 100 kB is too low. */
  maxBytes?: number;
  reply: Reply;
  /** Media type of the success response, if neither JSON nor that of the file that the path ends with. */
  replyType?: string;
  /** True if a browser that posts its form is redirected with 303 instead. */
  redirectsForms?: true;
  /** True if a browser that opens it as a page gets HTML instead of JSON. */
  hasPage?: true;
  /** Status of the success response. Default: 200. */
  status?: number;
  /** What it can refuse with, besides what every endpoint can: invalid input, too many requests, failures. */
  errors: Errors;
}

/** The body of an endpoint's call, as the server reads it. */
export type BodyOf<E extends Endpoint> = z.output<NonNullable<E["body"]>>;

const fileTypes: Record<string, string> = {
  csv: "text/csv",
  html: "text/html",
  ics: "text/calendar",
  jpg: "image/jpeg",
  pdf: "application/pdf",
  txt: "text/plain",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xml: "application/xml",
};

/** The media type of an endpoint's success response, without parameters. Two asterisks stand for any. */
export const replyTypeOf = ({ path, replyType }: Pick<Endpoint, "path" | "replyType">): string =>
  replyType ?? fileTypes[path.slice(path.lastIndexOf(".") + 1)] ?? "application/json";

/**
 * What an endpoint declares besides its route and summary. Unless it says otherwise, a GET has the limit `read`, others
 * `write`; and only an endpoint with parameters refuses, with `not_found`.
 */
type Declaration<E extends Endpoint> = Omit<E, "method" | "path" | "summary" | "limit" | "errors"> &
  Partial<Pick<E, "limit" | "errors">>;

/** Declares one endpoint of the contract, such as `GET /api/events/{id}`, and keeps the exact types of its schemas. */
export function endpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Reply extends z.ZodType = z.ZodType,
  const Errors extends readonly ErrorCode[] = readonly ["not_found"],
>(
  route: `${Method} /${string}`,
  summary: string,
  declaration: Declaration<Endpoint<Params, Query, Body, Reply, Errors>>,
): Endpoint<Params, Query, Body, Reply, Errors> {
  const [method, path] = route.split(" ") as [Method, string];
  const limit = method === "GET" ? "read" : "write";
  const errors = (declaration.params === undefined ? [] : ["not_found"]) as readonly ErrorCode[] as Errors;
  return { method, path, summary, limit, errors, ...declaration };
}

/** Declares an endpoint of the admin area, for admins only. */
export const adminEndpoint = <
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Reply extends z.ZodType = z.ZodType,
  const Errors extends readonly ErrorCode[] = readonly ["not_found"],
>(
  route: `${Method} /api/admin/${string}`,
  summary: string,
  declaration: Omit<Declaration<Endpoint<Params, Query, Body, Reply, Errors>>, "access">,
) => endpoint<Params, Query, Body, Reply, Errors>(route, summary, { ...declaration, access: "admin" });

/** Declares a list of the admin area. */
export const listEndpoint = <Query extends z.ZodType, Reply extends z.ZodType>(
  path: `/api/admin/${string}`,
  summary: string,
  query: Query,
  reply: Reply,
) => adminEndpoint(`GET ${path}`, summary, { query, reply });

/**
 * Declares a file with all rows of a staff list. It leaves the site, so the user must have confirmed their identity.
 *
 * @param isPersonal false for a file that names nobody: it needs no confirmation
 */
export const fileEndpoint = <Query extends z.ZodType>(
  path: `/api/admin/${string}`,
  query: Query,
  summary = "The full list as a CSV file",
  isPersonal = true,
) =>
  adminEndpoint(`GET ${path}`, summary, {
    limit: "write",
    ...(isPersonal && { delicate: 30 as const }),
    query,
    reply: z.string(),
  });

/** The same rows as a list's CSV file, as an Excel workbook. `too_large` for more rows: export the CSV file instead. */
export const excelOf = <E extends Endpoint>(csv: E): E => ({
  ...csv,
  path: csv.path.replace(/\.csv$/, ".xlsx"),
  summary: "The same list as an Excel file, up to 10,000 rows",
  errors: [...csv.errors, "too_large"],
});
