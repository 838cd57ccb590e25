import type { MailDetail } from "#contract/outbox.ts";
import { adminQuery } from "#web/features/admin/table/list-query.ts";

/** One email. It changes status by itself. */
export const mailQuery = (id: number) => adminQuery<MailDetail>(`/api/admin/emails/${id}`, 10_000);
