import type { EnvironmentView } from "#contract/settings.ts";
import type { Config } from "#server/config.ts";

const moneyOf = ({ payments, stripe }: Config) =>
  payments === "stripe" && stripe?.live === true ? "takes real money" : "takes no real money";

/** What the environment decides, in words; of secrets only whether they are there. */
export function describeEnvironment(config: Config, release: string): EnvironmentView {
  const line = (name: string, value: string, note: string | null = null) => ({ name, value, note });
  return [
    line("Address", config.baseUrl, config.production ? "https: secure cookies, HSTS" : "http: not for the public"),
    line("Release", release),
    line("Payments", config.payments, moneyOf(config)),
    line("Database", config.databaseUrl === undefined ? "built in" : "PostgreSQL of the operator"),
    line("Mail", config.smtpUrl === undefined ? "kept here" : "by a mail server", config.mailFrom),
    line("Pictures", config.bucket === undefined ? "in the data folder" : "in a bucket"),
    line("Sign-in by another service", config.identityProvider === undefined ? "off" : "on"),
    line("Web analytics", config.gaMeasurementId ?? "off"),
    line("Request limits", config.rateLimits ? "on" : "off"),
    line("Demo", config.demo ? "on" : "off"),
  ];
}
