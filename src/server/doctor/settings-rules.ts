import type { Config } from "#server/config.ts";
import { findings, type Finding } from "#server/platform/finding-rules.ts";

const isLoopback = (host: string) => ["127.0.0.1", "::1", "localhost"].includes(host);

/**
 * Settings that are allowed but that hardly anyone wants.
 *
 * @param environment as the site reads it
 */
export function reportSettings(config: Config, environment: Record<string, string | undefined>): Finding[] {
  const found: Finding[] = [];
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
