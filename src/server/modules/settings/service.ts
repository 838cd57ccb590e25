import type { SiteSettings, Settings, EnvironmentView } from "#contract/settings/settings.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { differences, readInfoSheets, readSettings, toSiteSettings } from "./rules.ts";
import * as store from "./store.ts";
import type { Config } from "#server/config.ts";

/** The current settings: what admins changed, and the defaults for the rest. */
export async function getSettings(db: Queryable): Promise<Settings> {
  return readSettings(await store.findSettings(db));
}

/** The brand details on every page. */
export async function getSite({
  db,
  config,
  contributed,
}: Pick<Deps, "db" | "config" | "contributed">): Promise<SiteSettings> {
  const [stored, ...live] = await Promise.all([
    store.findValues(db),
    ...contributed("isLive").map((isLive) => isLive(db)),
  ]);
  const settings = readSettings(Object.fromEntries(stored.map(({ name, value }) => [name, value])));
  return toSiteSettings(settings, readInfoSheets(stored), {
    isLive: live.includes(true),
    payments: config.payments,
  });
}

/**
 * Changes some settings. They apply from the next request on, on every node; unchanged ones are not recorded.
 *
 * Safe under concurrency: one change at a time, so that the activity log's "before" is what was there.
 */
export async function changeSettings(
  { db, bus }: Deps,
  staff: Principal,
  changes: Partial<Settings>,
): Promise<Settings> {
  return inTransaction(db, async (tx) => {
    await store.lockSettings(tx);
    const held = await getSettings(tx);
    const changed = differences(held, changes);
    if (changed.length === 0) return held;
    const pick = (from: Partial<Settings>) => Object.fromEntries(changed.map((name) => [name, from[name]]));
    for (const name of changed) await store.storeSetting(tx, name, changes[name], staff.id);
    await bus.emit(tx, "settings.changed", [{ staff, before: pick(held), after: pick(changes) }]);
    return { ...held, ...pick(changes) };
  });
}

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
