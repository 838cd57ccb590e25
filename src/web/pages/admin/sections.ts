import type { ComponentType } from "react";
import { MissingSection } from "./missing-section.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";

type Section = ComponentType;

/**
 * The parts of /admin, by what `?section=` says. Each is loaded when it is opened, brings its own `DeskPage` frame and
 * reads the rest of the address itself (`useListAddress`). Its link stands in `features/desk/frame/desks.ts`.
 */
export const sections: Record<string, Section> = {
  audit: lazyPart(
    "The audit log",
    async () => (await import("#web/features/audit/audit-list.tsx")).AuditSection,
    MissingSection,
  ),
  errors: lazyPart(
    "The list of errors",
    async () => (await import("#web/features/faults/faults-section.tsx")).FaultsSection,
    MissingSection,
  ),
  settings: lazyPart(
    "The settings",
    async () => (await import("#web/features/settings/settings-section.tsx")).SettingsSection,
    MissingSection,
  ),
  events: lazyPart(
    "The nights",
    async () => (await import("#web/features/event-editor/event-desk.tsx")).EventDesk,
    MissingSection,
  ),
  money: lazyPart(
    "The money",
    async () => (await import("#web/features/money/money-section.tsx")).MoneySection,
    MissingSection,
  ),
  media: lazyPart("The pictures", async () => (await import("./media-desk.tsx")).MediaDesk, MissingSection),
  promotions: lazyPart(
    "The promotions",
    async () => (await import("#web/features/promotions/promotions-desk.tsx")).PromotionsDesk,
    MissingSection,
  ),
  users: lazyPart(
    "The list of people",
    async () => (await import("./user-management-page.tsx")).UserManagement,
    MissingSection,
  ),
};
