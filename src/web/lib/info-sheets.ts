import type { InfoName } from "#contract/settings/info-sheets.ts";
import { apiQuery } from "#web/lib/api.ts";

/** The names of the info sheets, as links and headings. */
export const infoLabels: Record<InfoName, string> = {
  contact: "Contact",
  terms: "Terms",
  privacy: "Privacy policy",
  refunds: "Refund policy",
  accessibility: "Accessibility",
};

/** The sheet about our own counting and Google Analytics. It is part of the product, so it has no text to edit. */
export const countingSheet = { name: "counting", label: "How we count visits" } as const;

/** The query parameter that opens an info sheet on any page. */
export const infoParameter = "info";

export const isInfoName = (text: string | null): text is InfoName => text !== null && Object.hasOwn(infoLabels, text);

/** A page's query with an info sheet opened, or with none. The rest of it stays as it was written. */
export function withInfo(search: string, name?: InfoName | "counting"): string {
  const rest = search
    .replace("?", "")
    .split("&")
    .filter((part) => part !== "" && part.split("=", 1)[0] !== infoParameter);
  return [...rest, ...(name ? [`${infoParameter}=${name}`] : [])].join("&");
}

/** An address without an info sheet: where the sheet is closed. */
export const withoutInfo = (pathname: string, search: string): string =>
  [pathname, withInfo(search)].filter((part) => part !== "").join("?");

/** An info sheet's text. */
export const infoQuery = (name: InfoName) => apiQuery("GET /api/site/info/{name}", { params: { name } });
