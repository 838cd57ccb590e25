import { useQuery } from "@tanstack/react-query";
import type { Automation } from "#contract/email-automations.ts";
import type { Audience, Campaign, SavedAudience } from "#contract/email-campaigns.ts";
import type { EmailOverview } from "#contract/email-delivery.ts";
import { adminQuery } from "#web/features/admin/table/list-query.ts";
import { adminEventsQuery } from "#web/features/box-office/queries.ts";
import { eventOption } from "#web/features/box-office/labels.ts";
import { withQuery } from "#web/lib/paths.ts";

export const campaignsPath = "/api/admin/campaigns";
/** A campaign that is being sent changes by itself. */
export const campaignQuery = (id: number, everyMs?: number) => adminQuery<Campaign>(`${campaignsPath}/${id}`, everyMs);
export const audiencesQuery = () => adminQuery<{ items: SavedAudience[] }>("/api/admin/audiences");
export const automationsQuery = () => adminQuery<{ items: Automation[] }>("/api/admin/automations");
export const emailOverviewQuery = () => adminQuery<EmailOverview>("/api/admin/email-overview", 30_000);

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

/** The events to choose from, as options of a select. */
export function useEventOptions() {
  const { data } = useQuery(adminEventsQuery());
  return data?.items.map(eventOption) ?? [];
}

/** How many conditions an audience has. */
export const conditionCount = (audience: Audience) => Object.keys(audience).length;
