import type { Service } from "./track.ts";

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/**
 * Loads Google Analytics 4 and returns a function that sends to it. URLs are sent without query and fragment, because
 * some carry a key. Nothing loads for visitors whose browser sends Global Privacy Control.
 */
export function startWebAnalytics(measurementId: string): Service | undefined {
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true) return undefined;
  const layer = (window.dataLayer ??= []);
  // The service accepts only an arguments object.
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
  return (name, params) => gtag("event", name, { ...params, page_location: bareAddress(), page_title: document.title });
}

const bareAddress = () => location.origin + location.pathname;

const bareReferrer = () => (URL.canParse(document.referrer) ? new URL(document.referrer).origin : "");
