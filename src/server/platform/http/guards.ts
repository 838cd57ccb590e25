import type { FastifyRequest } from "fastify";
import type { Access } from "#contract/endpoint.ts";
import { AppError } from "../app-error.ts";
import { hasRole, holdsRole, type Credentials, type Principal } from "./principal.ts";

/**
 * Rejects a caller who lacks this endpoint's access.
 *
 * @throws AppError `not_signed_in` | `not_allowed` | `second_factor_missing`
 */
export function requireAccess(access: Access, principal: Principal | undefined): void {
  if (access === "public" || access === "signed") return;
  if (principal === undefined) throw new AppError("not_signed_in");
  const least = access === "member" ? "user" : access;
  if (!holdsRole(principal, least)) throw new AppError("not_allowed");
  if (!hasRole(principal, least)) throw new AppError("second_factor_missing");
}

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Rejects a write that another site made a browser send. Browsers name the request's origin in Sec-Fetch-Site, older
 * ones only in Origin. A request with neither doesn't come from a browser, and a bearer token proves itself.
 * Sec-Fetch-Site decides if present: it distinguishes our own host over http from our own host over https.
 *
 * @throws AppError `foreign_origin`
 */
export function requireOwnOrigin(request: FastifyRequest, credentials: Credentials, baseUrl: string): void {
  if (safeMethods.has(request.method)) return;
  const bearer = credentials.token !== undefined && !credentials.fromCookie;
  if (bearer) return;
  const site = request.headers["sec-fetch-site"];
  const origin = request.headers.origin;
  if (site === "same-origin") return;
  if (site !== undefined && site !== "none") throw new AppError("foreign_origin");
  if (origin === undefined) return;
  if (origin === baseUrl || (URL.canParse(origin) && new URL(origin).host === request.headers.host)) return;
  throw new AppError("foreign_origin");
}
