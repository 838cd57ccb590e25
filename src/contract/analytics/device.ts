import type { BrowserName, DeviceType } from "./analytics.ts";

/**
 * The kind of device that a user agent names.
 *
 * @param touchPoints tells an iPad from the Mac that it claims to be
 */
export function deviceType(agent: string, touchPoints = 0): DeviceType {
  if (/ipad|tablet|android(?!.*mobile)/i.test(agent) || (/macintosh/i.test(agent) && touchPoints > 1)) return "tablet";
  return /mobi|iphone|ipod|android/i.test(agent) ? "mobile" : "desktop";
}

// Order matters: Opera, Edge and Chrome all call themselves Chrome, and Chrome calls itself Safari.
const browsers: [RegExp, BrowserName][] = [
  [/firefox|fxios/i, "Firefox"],
  [/opera|opr\//i, "Opera"],
  [/msie|trident/i, "Internet Explorer"],
  [/edg(e|a|ios)?\//i, "Edge"],
  [/chrome|crios/i, "Chrome"],
  [/safari/i, "Safari"],
];

/** The browser that a user agent names. */
export const browserName = (agent: string): BrowserName =>
  browsers.find(([pattern]) => pattern.test(agent))?.[1] ?? "Unknown";
