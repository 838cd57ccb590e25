import { infiniteQueryOptions } from "@tanstack/react-query";
import { adminQuery, adminQueryOf } from "#web/admin-kit/table/list-query.ts";
import { callApi } from "#web/lib/api.ts";
import { apiPath } from "#web/lib/paths.ts";

/** Guests whose name, email, orders or tickets match. */
export const guestsQuery = (q: string) => adminQuery("GET /api/admin/users", { query: { q, role: "guest" } });
/** Members whose name, username or email match; no guests. */
export const accountsQuery = (q: string) => adminQuery("GET /api/admin/users", { query: { q, sort: "name" } });
export const personQuery = (id: number) => adminQuery("GET /api/admin/users/{id}", { params: { id } });
export const personSessionsQuery = (id: number) => adminQuery("GET /api/admin/users/{id}/sessions", { params: { id } });
export const personDeletionQuery = (id: number) => adminQuery("GET /api/admin/users/{id}/deletion", { params: { id } });
export const mergePlanQuery = (id: number, guestId: number) =>
  adminQueryOf("GET /api/admin/users/{id}/merge", { params: { id }, query: { guestId } });

/** A customer's timeline, one page at a time. */
export const timelineQuery = (id: number, kind: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [apiPath("GET /api/admin/users/{id}/timeline", { params: { id }, query: { kind } })] as const,
    queryFn: ({ pageParam, signal }) =>
      callApi("GET /api/admin/users/{id}/timeline", { params: { id }, query: { kind, before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    gcTime: 10_000,
  });
