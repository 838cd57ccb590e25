/** `{{event}}`, or `{{name|friend}}` with what to write when there is no value. */
export const placeholder = /\{\{\s*([a-zA-Z]{1,40})\s*(?:\|([^{}|\n]{0,60}))?\}\}/g;

/** A text with its values filled in, once: what a value contains is never read as a variable. */
export function fillIn(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(placeholder, (_all, name: string, otherwise: string | undefined) => {
    const value = Object.hasOwn(values, name) ? values[name]! : "";
    return value === "" ? (otherwise ?? "").trim() : value;
  });
}
