import { browserRefuses } from "./consent.ts";
import type { Service } from "./track.ts";

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** A property that the service reads before it sends anything. */
const offFlag = (measurementId: string) => `ga-disable-${measurementId}`;

/**
 * Loads Google Analytics 4 and returns a function that sends to it, for visitors who agreed. URLs are sent without query
 * and fragment, because some carry a key. It's for counting only: its advertising features are off.
 */
export function startWebAnalytics(measurementId: string): Service | undefined {
  if (browserRefuses()) return undefined;
  Object.assign(window, { [offFlag(measurementId)]: false });
  const isFirst = window.dataLayer === undefined;
  const layer = (window.dataLayer ??= []);
  // The service accepts only an arguments object.
  function gtag(..._said: unknown[]) {
    layer.push(arguments);
  }
  if (isFirst) {
    const denied = { ad_storage: "denied", ad_user_data: "denied", ad_personalization: "denied" };
    gtag("consent", "default", { ...denied, analytics_storage: "granted" });
    gtag("js", new Date());
    gtag("config", measurementId, {
      send_page_view: false,
      page_location: bareAddress(),
      page_referrer: bareReferrer(),
    });
    const script = document.createElement("script");
    script.async = true;
    script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(measurementId)}`;
    document.head.append(script);
  }
  return (name, params) => gtag("event", name, { ...params, page_location: bareAddress(), page_title: document.title });
}

/** For a visitor who no longer agrees: the service sends nothing more, and its cookies are deleted. */
export function stopWebAnalytics(measurementId: string): void {
  Object.assign(window, { [offFlag(measurementId)]: true });
  // It sets them for the highest domain that it may.
  const hosts = location.hostname.split(".").map((_part, index, parts) => parts.slice(index).join("."));
  for (const [name = ""] of document.cookie.split("; ").map((cookie) => cookie.split("=")))
    if (/^_ga(_|$)/.test(name))
      for (const domain of ["", ...hosts.map((host) => `; Domain=${host}`)])
        document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
}

const bareAddress = () => location.origin + location.pathname;

const bareReferrer = () => (URL.canParse(document.referrer) ? new URL(document.referrer).origin : "");
