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
export type Limit = "read" | "write" | "upload" | "auth" | "checkout" | "scan" | "beacon" | "note" | "none";

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
  /** True where a write makes money, holds or tickets: the call then demands an Idempotency-Key header. */
  idempotent?: boolean;
  /** True where the good answer is the same for everybody: it may then be a fraction of a second old. */
  shared?: boolean;
  params?: Params;
  query?: Query;
  /** Set where the body is a file instead of JSON: the types it may say it has, and its largest size. */
  upload?: { types: readonly string[]; maxBytes: number };
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
