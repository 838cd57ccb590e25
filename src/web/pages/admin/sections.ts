import type { ComponentType } from "react";
import { MissingSection } from "./missing-section.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

type Section = ComponentType;

/**
 * The sections of /admin, by `?section=`. Each loads when it is opened, brings its own `AdminShell` frame and reads the
 * rest of the URL itself (`useListAddress`). Its link is in `features/admin/frame/admin-nav-items.ts`.
 */
export const sections: Record<string, Section> = {
  audit: lazyPart(
    "The activity log",
    async () => (await import("#web/features/audit/audit-list.tsx")).AuditSection,
    MissingSection,
  ),
  errors: lazyPart(
    "The error list",
    async () => (await import("#web/features/error-reports/error-reports-section.tsx")).ErrorReportsSection,
    MissingSection,
  ),
  settings: lazyPart(
    "The settings page",
    async () => (await import("#web/features/settings/settings-section.tsx")).SettingsSection,
    MissingSection,
  ),
  events: lazyPart(
    "The event list",
    async () => (await import("#web/features/event-editor/events-section.tsx")).EventsSection,
    MissingSection,
  ),
  money: lazyPart(
    "The money section",
    async () => (await import("#web/features/money/money-section.tsx")).MoneySection,
    MissingSection,
  ),
  media: lazyPart("The image library", async () => (await import("./media-section.tsx")).MediaSection, MissingSection),
  promotions: lazyPart(
    "The promotions section",
    async () => (await import("#web/features/promotions/promotions-section.tsx")).PromotionsSection,
    MissingSection,
  ),
  users: lazyPart(
    "The customer list",
    async () => (await import("./user-management-page.tsx")).UserManagement,
    MissingSection,
  ),
};
