import { LinkName, Settings, type SiteSettings, type SettingName } from "#contract/settings.ts";

/** The values until someone changes them. */
export const defaults: Settings = {
  contactEmail: null,
  instagram: null,
  youtube: null,
  tiktok: null,
  whatsapp: null,
  mailSenderName: null,
  defaultTimeZone: "America/New_York",
  defaultCurrency: "USD",
  legalName: null,
  sellerAddress: null,
  sellerTaxId: null,
  sellerEmail: null,
  taxLabel: "Sales tax",
  taxRateThousandths: null,
  paperSize: "letter",
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
export function differences(held: Settings, wanted: Partial<Settings>): SettingName[] {
  return (Object.keys(wanted) as SettingName[]).filter(
    (name) => wanted[name] !== undefined && wanted[name] !== held[name],
  );
}

/** The brand details on every page. */
export function toSiteSettings(settings: Settings): SiteSettings {
  const links = LinkName.options.flatMap((name) => (settings[name] === null ? [] : [{ name, url: settings[name] }]));
  return { contactEmail: settings.contactEmail, links };
}

/** An address with another name before it: `Brand <mail@example.com>`. */
export function withSenderName(mailFrom: string, name: string | null): string | { name: string; address: string } {
  if (name === null) return mailFrom;
  return { name, address: /<([^<>]+)>\s*$/.exec(mailFrom)?.[1]?.trim() ?? mailFrom.trim() };
}
