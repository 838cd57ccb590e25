import type { InfoName, InfoSheet } from "#contract/settings/info-sheets.ts";
import { pathQuery } from "#web/lib/query-client.ts";

/** An info sheet's text. */
export const infoQuery = (name: InfoName) => pathQuery<InfoSheet>(`/api/site/info/${name}`);
