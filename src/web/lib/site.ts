import type { House } from "#contract/settings.ts";
import { createContext, use } from "react";

/** What the server tells every page about itself. The same values reach the browser with the page's state. */
export type Site = {
  /** Where the site lives, without a slash at the end. */
  baseUrl: string;
  payments: "sandbox" | "stripe";
  /** Id of the web analytics service, or null: nothing of it is then loaded. */
  measurementId: string | null;
  /** Version and build that this page belongs to, as reports of errors name it. */
  release: string;
  /** The third party that may sign people in, or null: nothing of it is then loaded. */
  identityProvider: { projectId: string; apiKey: string } | null;
  /** What the brand says of itself: where to write, and where else it is. */
  house: House;
  /** When the server made this page (UTC): the first "now" on both sides, so that both print the same words. */
  renderedAt: string;
};

const SiteContext = createContext<Site | undefined>(undefined);

export const SiteProvider = SiteContext.Provider;

export function useSite(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error("useSite must be used within a SiteProvider");
  return site;
}
