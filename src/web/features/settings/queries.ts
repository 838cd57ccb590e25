import type { EditedInfoSheet } from "#contract/settings/info-sheets.ts";
import type { SettingsView } from "#contract/settings/settings.ts";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";

/** Settings that admins can change while the site runs, and values from the environment. */
export const settingsQuery = () => adminQuery<SettingsView>("/api/admin/settings");

/** The brand's contact page and policies, to edit them. */
export const infoSheetsQuery = () => adminQuery<{ items: EditedInfoSheet[] }>(infoSheetsPath);
export const infoSheetsPath = "/api/admin/info-sheets";
