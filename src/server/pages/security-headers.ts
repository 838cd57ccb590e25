import { hash, randomBytes } from "node:crypto";

type Setup = {
  secure: boolean;
  headScript: string;
  dev: boolean;
  webAnalytics?: boolean;
  /** The identity service's project that browsers may sign in with. */
  identityProject?: string | undefined;
};

/** Hosts of the web analytics service. The policy names them only when it's configured. */
const analyticsHosts = "https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com";

/** Hosts that the identity service's script talks to, and the frame that isolates its window from us. */
const identityHosts = "https://identitytoolkit.googleapis.com https://securetoken.googleapis.com";
const identityScripts = "https://apis.google.com";

export type PageHeaders = ReturnType<typeof pageHeaders>;

/** What /live may show of other sites, and only /live: their players, and streams at other addresses. */
const livePath = /^\/live(?:[?#]|$)/;
const liveFrames = " https://www.youtube-nocookie.com https://player.twitch.tv";

const secretQuery = /[?&](?:token|key|confirm-email|sign-in|promoter|claim|stop-email)=/;

/** True for a URL that contains a secret: nothing the page requests may reveal it. */
export const holdsSecret = (url: string) => secretQuery.test(url);

/**
 * The headers of HTML responses beyond those of every response. Scripts come only from our own host; the one inline script is named by its hash. The
 * nonce is for styles that the browser adds while a dialog locks scrolling. `wasm-unsafe-eval` lets the door's code
 * reader run. Frames show only our own URLs: an email of the outbox, under its own policy that allows no scripts. /live may also show players of other sites and streams from other addresses.
 */
export function pageHeaders({ secure, headScript, dev, webAnalytics = false, identityProject }: Setup) {
  const scriptHash = hash("sha256", headScript, "base64");
  const beacons = webAnalytics ? ` ${analyticsHosts}` : "";
  const scripts = [webAnalytics && "https://www.googletagmanager.com", identityProject && identityScripts];
  const allowedScripts = scripts.map((host) => (host ? ` ${host}` : "")).join("");
  const frames = identityProject ? ` https://${identityProject}.firebaseapp.com` : "";
  const services = identityProject ? ` ${identityHosts}` : "";
  const policyStart = (url: string) => {
    const [hosts, players] = livePath.test(url) ? [" https:", liveFrames] : ["", ""];
    return (
      "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; " +
      `frame-src 'self'${frames}${players}; form-action 'self'; connect-src 'self'${beacons}${services}${hosts}; img-src 'self' data: blob:${beacons}; ` +
      `media-src 'self' blob:${hosts}; font-src 'self'; manifest-src 'self'; worker-src 'self' blob:; ` +
      `script-src 'self' 'wasm-unsafe-eval' 'sha256-${scriptHash}'${allowedScripts}; style-src 'self' 'nonce-`
    );
  };
  const policyEnd = secure ? "'; upgrade-insecure-requests" : "'";

  const fixed: [string, string][] = [
    ["origin-agent-cluster", "?1"],
    ["x-dns-prefetch-control", "off"],
    ["x-permitted-cross-domain-policies", "none"],
    ["permissions-policy", "camera=(self), geolocation=(), microphone=(), payment=(self)"],
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

  const policy = (nonce: string, url: string) => policyStart(url) + nonce + policyEnd;
  return {
    createNonce: () => randomBytes(18).toString("base64"),
    /** Alternating names and values, the fastest form for writeHead. */
    forCached: (nonce: string, url = "/") => [...cached, policy(nonce, url)],
    forPrivate: (nonce: string, url: string): Record<string, string> => ({
      ...Object.fromEntries(fixed),
      ...(holdsSecret(url) ? { "referrer-policy": "no-referrer" } : {}),
      "cache-control": "no-store",
      vary: "cookie, accept-encoding",
      // The bundler's hot reload needs inline scripts and a socket.
      ...(dev ? {} : { "content-security-policy": policy(nonce, url) }),
    }),
  };
}
