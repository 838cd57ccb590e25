import type { Config } from "#server/config.ts";

/** The settings that decide about the headers of every response. */
export type HeaderSettings = Pick<Config, "production" | "hstsSubdomains" | "identityProvider">;

/** The header of what other sites rightly embed: pictures, which emails and previews of links show, and feeds. */
export const embeddable = { "cross-origin-resource-policy": "cross-origin" } as const;

/**
 * The headers of every response, whatever it is: browsers take it for what it says it is, no other page frames it, no
 * other site embeds it, learns our URLs or holds our window, and a site on https stays there for a year. A response may
 * replace one with its own.
 */
export function securityHeaders({
  production,
  hstsSubdomains,
  identityProvider,
}: HeaderSettings): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-resource-policy": "same-origin",
    // The identity service signs in through its own window, which must be able to respond.
    "cross-origin-opener-policy": identityProvider?.apiKey === undefined ? "same-origin" : "same-origin-allow-popups",
    ...(production
      ? { "strict-transport-security": `max-age=31536000${hstsSubdomains ? "; includeSubDomains" : ""}` }
      : {}),
  };
}
