import type { MailDetail, MailList } from "#contract/outbox.ts";
import { withQuery } from "#web/lib/paths.ts";
import { deskQuery } from "#web/features/desk/table/list-query.ts";

export type OutboxFilter = {
  q?: string;
  status?: string | undefined;
  kind?: string | undefined;
  sort?: string;
  page?: number | undefined;
  cursor?: string | undefined;
};

/** Mails move by themselves: the list looks every ten seconds. */
export const outboxQuery = (filter: OutboxFilter) =>
  deskQuery<MailList>(withQuery("/api/admin/emails", filter), 10_000);
export const outboxFile = (filter: OutboxFilter) => withQuery("/api/admin/emails.csv", filter);
export const mailQuery = (id: number) => deskQuery<MailDetail>(`/api/admin/emails/${id}`, 10_000);
