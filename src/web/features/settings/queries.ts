import { adminQuery } from "#web/admin-kit/table/list-query.ts";

/** Settings that admins can change while the site runs, and values from the environment. */
export const settingsQuery = () => adminQuery("GET /api/admin/settings");

/** The brand's contact page and policies, to edit them. */
export const infoSheetsQuery = () => adminQuery("GET /api/admin/info-sheets");
