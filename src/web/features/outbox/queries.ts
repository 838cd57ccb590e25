import type { MailDetail, MailList } from "#contract/outbox.ts";
import { withQuery } from "#web/lib/paths.ts";
import { adminQuery, type ListAt } from "#web/features/admin/table/list-query.ts";

export type OutboxFilter = ListAt & {
  q?: string;
  status?: string | undefined;
  kind?: string | undefined;
  sort?: string;
};

/** Emails change status by themselves, so the list refetches every ten seconds. */
export const outboxQuery = (filter: OutboxFilter) =>
  adminQuery<MailList>(withQuery("/api/admin/emails", filter), 10_000);
export const outboxFile = (filter: OutboxFilter) => withQuery("/api/admin/emails.csv", filter);
export const mailQuery = (id: number) => adminQuery<MailDetail>(`/api/admin/emails/${id}`, 10_000);
