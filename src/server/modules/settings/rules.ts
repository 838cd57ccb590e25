import { LinkName, Settings, type House, type SettingName } from "#contract/settings.ts";

/** What holds until somebody changes it. */
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

/** Settings out of what is kept; a value that no longer fits what a setting may be counts as not set. */
export function readSettings(kept: Record<string, unknown>): Settings {
  const read = (name: SettingName) => {
    const { success, data } = Settings.shape[name].safeParse(kept[name]);
    return success ? data : defaults[name];
  };
  const names = Object.keys(defaults) as SettingName[];
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Settings;
}

/** Which of the wanted settings differ from those that hold. */
export function differences(held: Settings, wanted: Partial<Settings>): SettingName[] {
  return (Object.keys(wanted) as SettingName[]).filter(
    (name) => wanted[name] !== undefined && wanted[name] !== held[name],
  );
}

/** What every page says of the brand. */
export function toHouse(settings: Settings): House {
  const links = LinkName.options.flatMap((name) => (settings[name] === null ? [] : [{ name, url: settings[name] }]));
  return { contactEmail: settings.contactEmail, links };
}

/** An address with another name before it: `House <mail@example.com>`. */
export function withSenderName(mailFrom: string, name: string | null): string | { name: string; address: string } {
  if (name === null) return mailFrom;
  return { name, address: /<([^<>]+)>\s*$/.exec(mailFrom)?.[1]?.trim() ?? mailFrom.trim() };
}
