import type { PaymentNotice, PaymentNoticeDetail } from "#contract/notices.ts";
import { deskQuery, type ListReply } from "#web/features/desk/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export type NoticeFilter = {
  q?: string | undefined;
  state?: string | undefined;
  kind?: string | undefined;
  page?: number | undefined;
  cursor?: string | undefined;
};

const address = "/api/admin/money/notices";

/** What providers told, read anew every half minute. */
export const noticesQuery = (filter: NoticeFilter = {}) =>
  deskQuery<ListReply<PaymentNotice>>(withQuery(address, filter), 30_000);

export const noticePath = ({ provider, eventId }: Pick<PaymentNotice, "provider" | "eventId">) =>
  `${address}/${provider}/${encodeURIComponent(eventId)}`;

/** One notice with what it said. */
export const noticeQuery = (name: Pick<PaymentNotice, "provider" | "eventId">) =>
  deskQuery<PaymentNoticeDetail>(noticePath(name));
