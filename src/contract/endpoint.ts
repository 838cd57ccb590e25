import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/**
 * Who may call an endpoint.
 * - `public`: anybody; a session is read when there is one.
 * - `guest`: any signed-in person, guests included.
 * - `member`: a signed-in person who registered.
 * - `moderator`, `admin`: staff with at least that role.
 * - `signed`: no session counts; the request proves itself (a provider's webhook signature).
 */
export type Access = "public" | "guest" | "member" | "moderator" | "admin" | "signed";

/** Named budgets of requests; their sizes live with the server's limiter. */
export type Limit = "read" | "write" | "upload" | "auth" | "checkout" | "scan" | "beacon" | "note" | "guess" | "none";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One call of the API as both sides see it: address, who may call, what goes in, what comes out, how it can refuse. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  method: Method;
  /** Path with `{name}` places, as in OpenAPI. */
  path: string;
  summary: string;
  access: Access;
  limit: Limit;
  /**
   * A field of query or body that opens something to whoever knows its value: calls that name it also spend the budget
   * of guesses, right or wrong.
   */
  guess?: string;
  /** True where a write makes money, holds or tickets: the call then demands an Idempotency-Key header. */
  idempotent?: boolean;
  /**
   * True for what a browser that was left open must not do or give out: the call demands that its person proved in this
   * session, less than five minutes ago, that it is still them, and else refuses with `confirmation_required`. A guest has
   * nothing to prove by and is let through: the session is all that there is of them.
   */
  delicate?: boolean;
  /** True where the good answer is the same for everybody: it may then be a fraction of a second old. */
  shared?: boolean;
  params?: Params;
  query?: Query;
  /** Set where the body is a file instead of JSON: the types it may say it has, its largest size, and whether it is worked on while it arrives. */
  upload?: { types: readonly string[]; maxBytes: number; streamed?: true };
  body?: Body;
  reply: Reply;
  /** Status of the good answer; 200 unless said. */
  status?: number;
  errors: readonly ErrorCode[];
}

/** Declares one endpoint of the contract, keeping the exact types of its shapes. */
export function endpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Reply extends z.ZodType = z.ZodType,
>(declaration: Endpoint<Params, Query, Body, Reply>): Endpoint<Params, Query, Body, Reply> {
  return declaration;
}
