import type { InfoName } from "#contract/settings/info-sheets.ts";
import { apiQuery } from "#web/lib/api.ts";

/** An info sheet's text. */
export const infoQuery = (name: InfoName) => apiQuery("GET /api/site/info/{name}", { params: { name } });
