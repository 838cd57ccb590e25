import { hash, randomBytes } from "node:crypto";

type Setup = { secure: boolean; themeScript: string; dev: boolean };

export type PageHeaders = ReturnType<typeof pageHeaders>;

/**
 * The headers of HTML answers. Scripts come from our own host only; the one inline script is named by its hash. The nonce is for
 * styles that the browser makes while a dialog locks scrolling. `wasm-unsafe-eval` lets the door's code reader run.
 */
export function pageHeaders({ secure, themeScript, dev }: Setup) {
  const themeHash = hash("sha256", themeScript, "base64");
  const policyStart =
    "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'; connect-src 'self'; " +
    "img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self'; manifest-src 'self'; worker-src 'self' blob:; " +
    `script-src 'self' 'wasm-unsafe-eval' 'sha256-${themeHash}'; style-src 'self' 'nonce-`;
  const policyEnd = secure ? "'; upgrade-insecure-requests" : "'";

  const fixed: [string, string][] = [
    ["x-content-type-options", "nosniff"],
    ["x-frame-options", "DENY"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["cross-origin-opener-policy", "same-origin"],
    ["cross-origin-resource-policy", "same-origin"],
    ["origin-agent-cluster", "?1"],
    ["x-dns-prefetch-control", "off"],
    ["x-permitted-cross-domain-policies", "none"],
    ["permissions-policy", "camera=(self), geolocation=(), microphone=(), payment=(self)"],
    ...(secure ? [["strict-transport-security", "max-age=31536000; includeSubDomains"] as [string, string]] : []),
  ];
  const cached = [
    ...fixed.flat(),
    "content-type",
    "text/html; charset=utf-8",
    "cache-control",
    "private, no-cache",
    "vary",
    "cookie, accept-encoding",
    "content-security-policy",
  ];

  const policy = (nonce: string) => policyStart + nonce + policyEnd;
  return {
    makeNonce: () => randomBytes(18).toString("base64"),
    /** Name and value in turn, as writeHead takes them fastest. */
    forCached: (nonce: string) => [...cached, policy(nonce)],
    forPrivate: (nonce: string): Record<string, string> => ({
      ...Object.fromEntries(fixed),
      "cache-control": "no-store",
      vary: "cookie, accept-encoding",
      // The bundler's hot reload needs inline scripts and a socket.
      ...(dev ? {} : { "content-security-policy": policy(nonce) }),
    }),
  };
}
