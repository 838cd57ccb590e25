import type { EnvironmentView } from "#contract/settings.ts";
import type { Config } from "#server/config.ts";

const moneyOf = ({ payments, stripe }: Config) =>
  payments === "stripe" && stripe?.live === true ? "charges real money" : "doesn't charge real money";

/** What the environment sets, in words; for secrets, only whether they are set. */
export function describeEnvironment(config: Config, release: string): EnvironmentView {
  const line = (name: string, value: string, note: string | null = null) => ({ name, value, note });
  return [
    line("Site URL", config.baseUrl, config.production ? "https: secure cookies, HSTS" : "http: not for public use"),
    line("Version", release),
    line("Payments", config.payments, moneyOf(config)),
    line("Database", config.databaseUrl === undefined ? "built in" : "external PostgreSQL"),
    line("Email", config.smtpUrl === undefined ? "not sent: no email server" : "email server", config.mailFrom),
    line("Images", config.bucket === undefined ? "data folder" : "storage bucket"),
    line("Third-party sign-in", config.identityProvider === undefined ? "off" : "on"),
    line("Web analytics", config.gaMeasurementId ?? "off"),
    line("Rate limits", config.rateLimits ? "on" : "off"),
    line("Demo mode", config.demo ? "on" : "off"),
  ];
}
