import type { Settings } from "#contract/settings.ts";
import type { ZodForm } from "#web/ui/use-zod-form.ts";

/** The settings as typed: empty text for what isn't set, and the tax rate in percent. */
export type SettingFields = { [Name in Exclude<keyof Settings, "taxRateThousandths">]: NonNullable<Settings[Name]> } & {
  percent: string;
};
export type SettingsFormState = ZodForm<SettingFields>;

export function fieldsOf({ taxRateThousandths: rate, ...settings }: Settings): SettingFields {
  const texts = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value ?? ""]));
  return { ...(texts as Omit<SettingFields, "percent">), percent: rate === null ? "" : String(rate / 1000) };
}

/** The settings that differ from the stored ones. Text that isn't a rate becomes 0, which passes no schema. */
export function changesOf({ percent, ...fields }: SettingFields, stored: Settings): Partial<Settings> {
  const rate = percent.trim().replace(",", ".").replace("%", "");
  const typed = {
    ...Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text === "" ? null : text])),
    taxLabel: fields.taxLabel,
    taxRateThousandths: rate === "" ? null : Math.round(Number(rate) * 1000) || 0,
  };
  return Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== stored[name as keyof Settings]));
}
