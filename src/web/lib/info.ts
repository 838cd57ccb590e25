import type { InfoName } from "#contract/info-sheets.ts";

/** The names of the info sheets, as links and headings. */
export const infoLabels: Record<InfoName, string> = {
  contact: "Contact",
  terms: "Terms",
  privacy: "Privacy policy",
  refunds: "Refund policy",
  accessibility: "Accessibility",
};

/** The query parameter that opens an info sheet on any page. */
export const infoParameter = "info";

export const isInfoName = (text: string | null): text is InfoName => text !== null && Object.hasOwn(infoLabels, text);

/** A page's query with an info sheet opened, or with none. */
export function withInfo(search: string, name?: InfoName): string {
  const params = new URLSearchParams(search);
  if (name) params.set(infoParameter, name);
  else params.delete(infoParameter);
  return params.toString();
}
