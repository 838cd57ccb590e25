import type { Config } from "#server/config.ts";

/** The settings that decide about the headers of every response. */
export type HeaderSettings = Pick<Config, "production" | "hstsSubdomains">;

/**
 * The headers of every response, whatever it is: browsers take it for what it says it is, no other page frames it, no
 * other site learns our URLs, and a site on https stays there for a year. A response may replace one with its own.
 */
export function securityHeaders({ production, hstsSubdomains }: HeaderSettings): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
    ...(production
      ? { "strict-transport-security": `max-age=31536000${hstsSubdomains ? "; includeSubDomains" : ""}` }
      : {}),
  };
}
