import type { Service } from "./track.ts";

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/**
 * Loads Google Analytics 4 and says how to talk to it. Addresses are told without query and fragment: some carry a key.
 * A visitor whose browser says Global Privacy Control is left alone.
 */
export function startWebAnalytics(measurementId: string): Service | undefined {
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true) return undefined;
  const layer = (window.dataLayer ??= []);
  // The service takes nothing but an arguments object.
  function gtag(..._said: unknown[]) {
    // oxlint-disable-next-line prefer-rest-params -- as above
    layer.push(arguments);
  }
  gtag("js", new Date());
  gtag("config", measurementId, { send_page_view: false, page_location: bareAddress(), page_referrer: bareReferrer() });
  const script = document.createElement("script");
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(measurementId)}`;
  document.head.append(script);
  return (name, facts) => gtag("event", name, { ...facts, page_location: bareAddress(), page_title: document.title });
}

const bareAddress = () => location.origin + location.pathname;

const bareReferrer = () => (URL.canParse(document.referrer) ? new URL(document.referrer).origin : "");
