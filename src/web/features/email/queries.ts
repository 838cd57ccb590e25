import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export const emailOverviewQuery = () => adminQuery("GET /api/admin/email-overview", {}, 30_000);

export type EmailSectionName =
  | "messages"
  | "templates"
  | "campaigns"
  | "audiences"
  | "automations"
  | "suppressions"
  | "settings";

/** The address of one part of the email pages. */
export const emailPath = (section?: EmailSectionName, more: Record<string, string | number | undefined> = {}) =>
  withQuery("/email-management", { section, ...more });
