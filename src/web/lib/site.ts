import { createContext, use } from "react";

/** What the server tells every page about itself. The same values reach the browser with the page's state. */
export type Site = {
  /** Where the site lives, without a slash at the end. */
  baseUrl: string;
  payments: "sandbox" | "stripe";
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
