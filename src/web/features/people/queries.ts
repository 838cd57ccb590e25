import type { AuditEntry } from "#contract/audit.ts";
import type { Person, PersonDetail } from "#contract/people.ts";
import { deskQuery, type ListReply } from "#web/features/desk/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export type PeopleListFilter = {
  q?: string;
  role?: string;
  state?: string | undefined;
  sort?: string;
  page?: number | undefined;
};

export const peopleQuery = (filter: PeopleListFilter) =>
  deskQuery<ListReply<Person>>(withQuery("/api/admin/users", filter));
export const personQuery = (id: number) => deskQuery<PersonDetail>(`/api/admin/users/${id}`);
export const auditQuery = (kind?: string, id?: string | number) =>
  deskQuery<ListReply<AuditEntry>>(withQuery("/api/admin/audit", { kind, id }));
