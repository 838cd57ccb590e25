import type { Config } from "#server/config.ts";
import { findings, type Finding } from "./rules.ts";

const isLoopback = (host: string) => ["127.0.0.1", "::1", "localhost"].includes(host);

/**
 * Settings that are allowed but that hardly anyone wants.
 *
 * @param environment as the site reads it
 * @param names of all settings
 */
export function judgeSettings(
  config: Config,
  environment: Record<string, string | undefined>,
  names: string[],
): Finding[] {
  const found: Finding[] = Object.keys(environment).flatMap((given) => {
    const meant = findMeant(given, names);
    return meant === undefined
      ? []
      : [findings.warning("Settings", `${given} isn't a setting and has no effect.`, `Did you mean ${meant}?`)];
  });
  const { hostname } = new URL(config.baseUrl);
  if (config.production && config.trustProxy === 0) {
    found.push(
      findings.warning(
        "Settings",
        "BASE_URL is https, so a proxy is in front, but TRUST_PROXY is 0: all visitors look like one and share its limits.",
        "Set TRUST_PROXY to the number of proxies, usually 1.",
      ),
    );
  }
  if (!config.production && !isLoopback(config.host)) {
    found.push(
      findings.warning(
        "Settings",
        `The site listens on ${config.host}, but BASE_URL is http: passwords and tickets travel unencrypted.`,
        "Put a proxy with TLS in front and set BASE_URL to its https address: see docs/deploy.md.",
      ),
    );
  }
  if (isLoopback(hostname) && !isLoopback(config.host)) {
    found.push(
      findings.warning(
        "Settings",
        `Links in emails lead to ${config.baseUrl}, which only this machine can open.`,
        "Set BASE_URL to the address that visitors use.",
      ),
    );
  }
  if (config.production && (environment.METRICS_TOKEN ?? "") === "") {
    found.push(
      findings.warning(
        "Settings",
        "Nobody can read the metrics: BASE_URL is https and METRICS_TOKEN isn't set.",
        "Set METRICS_TOKEN, and send it as Authorization: Bearer … from your monitoring.",
      ),
    );
  }
  return found.length > 0 ? found : [findings.fine("Settings", `Valid. Visitors use ${config.baseUrl}.`)];
}

const plain = (name: string) => name.toUpperCase().replace(/[^A-Z0-9]/g, "");

/** The setting that a misspelled variable was meant to be; undefined for a setting, and for what is none of ours. */
export function findMeant(given: string, names: string[]): string | undefined {
  if (names.includes(given)) return undefined;
  return names.find((name) => {
    // Short names are close to variables of others: HOST and HOME.
    const most = name.length < 8 ? 1 : 2;
    return plain(given) === plain(name) || distance(given, name, most) <= most;
  });
}

/** How many letters must be changed, added or removed to get from one word to another, as far as it matters. */
function distance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return Infinity;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
