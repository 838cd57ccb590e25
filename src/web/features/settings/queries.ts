import type { SettingsView } from "#contract/settings.ts";
import { deskQuery } from "#web/features/desk/table/list-query.ts";

/** What can be changed while the site runs, and what comes from the environment. */
export const settingsQuery = () => deskQuery<SettingsView>("/api/admin/settings");
