import type { SiteSettings } from "#contract/settings/settings.ts";
import { createContext, use } from "react";

/** Site values that the server gives every page. The browser gets the same values with the page's state. */
export type Site = {
  /** The site's base URL, without a trailing slash. */
  baseUrl: string;
  payments: "sandbox" | "stripe";
  /** Id for the web analytics service. Null: the service isn't loaded. */
  measurementId: string | null;
  /** Version and build of this page, as error reports name it. */
  release: string;
  /** The third-party sign-in service. Null: the service isn't loaded. */
  identityProvider: { projectId: string; apiKey: string } | null;
  /** The brand's contact email and social links. */
  settings: SiteSettings;
  /** When the server rendered this page (UTC): the first "now" on both sides, so that both print the same text. */
  renderedAt: string;
};

const SiteContext = createContext<Site | undefined>(undefined);

export const SiteProvider = SiteContext.Provider;

/** The brand's time zone: of everything that belongs to no event. */
export const useBrandZone = (): string => useSite().settings.timeZone;

export function useSite(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error("useSite must be used within a SiteProvider");
  return site;
}
