import { infiniteQueryOptions } from "@tanstack/react-query";
import type { OpenMatter } from "#contract/accounts/deletion.ts";
import type { SessionEntry } from "#contract/accounts/sessions.ts";
import type { Person, PersonDetail } from "#contract/accounts/admin.ts";
import type { MergePlan, PersonMoment } from "#contract/accounts/person-records.ts";
import { adminQuery, adminQueryOf, type ListReply } from "#web/admin-kit/table/list-query.ts";
import { callJson } from "#web/lib/call.ts";
import { withQuery } from "#web/lib/paths.ts";

const personPath = (id: number, part = "") => `/api/admin/users/${id}${part}`;

/** Guests whose name, email, orders or tickets match. */
export const guestsQuery = (q: string) =>
  adminQuery<ListReply<Person>>(withQuery("/api/admin/users", { q, role: "guest" }));
/** Members whose name, username or email match; no guests. */
export const accountsQuery = (q: string) =>
  adminQuery<ListReply<Person>>(withQuery("/api/admin/users", { q, sort: "name" }));
export const personQuery = (id: number) => adminQuery<PersonDetail>(personPath(id));
export const personSessionsQuery = (id: number) =>
  adminQuery<{ items: Omit<SessionEntry, "current">[] }>(personPath(id, "/sessions"));
export const personDeletionQuery = (id: number) =>
  adminQuery<{ openMatters: OpenMatter[]; lastAdmin: boolean }>(personPath(id, "/deletion"));
export const mergePlanQuery = (id: number, guestId: number) =>
  adminQueryOf<MergePlan>(withQuery(personPath(id, "/merge"), { guestId }));

type TimelinePage = { items: PersonMoment[]; next: string | null; kinds: string[] };

/** A customer's timeline, one page at a time. */
export const timelineQuery = (id: number, kind: string | undefined) => {
  const path = personPath(id, "/timeline");
  return infiniteQueryOptions({
    queryKey: [withQuery(path, { kind })] as const,
    queryFn: ({ pageParam, signal }) =>
      callJson<TimelinePage>("GET", withQuery(path, { kind, before: pageParam }), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    gcTime: 10_000,
  });
};
