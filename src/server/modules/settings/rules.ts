import { InfoName, type EditedInfoSheet } from "#contract/settings/info-sheets.ts";
import type { Config } from "#server/config.ts";
import { LinkName, Settings, type SiteSettings, type SettingName } from "#contract/settings/settings.ts";

/** The values until someone changes them. */
export const defaults: Settings = {
  contactEmail: null,
  instagram: null,
  youtube: null,
  tiktok: null,
  whatsapp: null,
  mailSenderName: null,
  mailsPerSecond: null,
  postalAddress: null,
  defaultTimeZone: "America/New_York",
  defaultCurrency: "USD",
  legalName: null,
  sellerAddress: null,
  sellerTaxId: null,
  sellerEmail: null,
  taxLabel: "Sales tax",
  taxRateThousandths: null,
  paperSize: "letter",
  paymentMethods: [],
  trustedNetworks: [],
};

/** Settings from the stored values; a value that is no longer valid counts as not set. */
export function readSettings(stored: Record<string, unknown>): Settings {
  const read = (name: SettingName) => {
    const { success, data } = Settings.shape[name].safeParse(stored[name]);
    return success ? data : defaults[name];
  };
  const names = Object.keys(defaults) as SettingName[];
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Settings;
}

/** Which of the wanted settings differ from the current ones. */
export function differences(held: Settings, changes: Partial<Settings>): SettingName[] {
  return (Object.keys(changes) as SettingName[]).filter(
    (name) => changes[name] !== undefined && JSON.stringify(changes[name]) !== JSON.stringify(held[name]),
  );
}

/**
 * The brand details on every page. The contact sheet also shows the contact email and the links, so it needs no text of
 * its own. The built-in payment page has no other methods to offer.
 */
export function toSiteSettings(
  settings: Settings,
  sheets: EditedInfoSheet[],
  { isLive, payments }: { isLive: boolean; payments: Config["payments"] },
): SiteSettings {
  const { contactEmail } = settings;
  const paymentMethods = payments === "stripe" ? settings.paymentMethods : [];
  const links = LinkName.options.flatMap((name) => (settings[name] === null ? [] : [{ name, url: settings[name] }]));
  const hasContact = contactEmail !== null || links.length > 0;
  const info = sheets
    .filter(({ name, html }) => html !== "" || (name === "contact" && hasContact))
    .map(({ name }) => name);
  return { contactEmail, links, info, isLive, paymentMethods, timeZone: settings.defaultTimeZone };
}

/** The name under which a sheet is stored beside the settings. */
export const storedName = (name: InfoName) => `${name}Text`;

/** All info sheets from the stored values, in footer order; what was never saved is empty. */
export function readInfoSheets(stored: StoredValue[]): EditedInfoSheet[] {
  return InfoName.options.map((name) => {
    const row = stored.find((each) => each.name === storedName(name));
    const { html, version } = (row?.value ?? { html: "", version: 1 }) as Pick<EditedInfoSheet, "html" | "version">;
    return { name, html, version, changedAt: row?.changedAt.toISOString() ?? null };
  });
}

/** A value beside the settings, and when it was stored. */
export interface StoredValue {
  name: string;
  value: unknown;
  changedAt: Date;
}
