/** `{{event}}`, or `{{name|friend}}` with what to write when there is no value. */
export const placeholder = /\{\{\s*([a-zA-Z]{1,40})\s*(?:\|([^{}|\n]{0,60}))?\}\}/g;

/** A text with its values filled in, once: what a value contains is never read as a variable. */
export function fillIn(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(placeholder, (_all, name: string, otherwise: string | undefined) => {
    const value = Object.hasOwn(values, name) ? values[name]! : "";
    return value === "" ? (otherwise ?? "").trim() : value;
  });
}

/** What a message can be filled in with: the reader's first name, and the title of the event that it's about. */
const messageVariables = ["firstName", "eventTitle"] as const;
type MessageVariable = (typeof messageVariables)[number];

/** The texts of a message that can have variables, by their paths in it. */
export const textsOf = ({ subject, preheader, body, button }: MessageTexts): Record<string, string> => ({
  subject,
  preheader,
  body,
  "button.label": button?.label ?? "",
  "button.url": button?.url ?? "",
});

type MessageTexts = Record<"subject" | "preheader" | "body", string> & {
  button: { label: string; url: string } | null;
};

/** Why the variables of a text can't be filled in: unknown ones, and braces that aren't closed. */
export function findVariableProblem(text: string): string | undefined {
  const names = [...text.matchAll(placeholder)].map(([, name]) => name!);
  const unknown = names.find((name) => !messageVariables.some((known) => known === name));
  if (unknown !== undefined) return `There's no variable {{${unknown}}}. Use {{firstName}} or {{eventTitle}}`;
  const isOpen = /\{\{|\}\}/.test(text.replaceAll(placeholder, ""));
  return isOpen ? "Write variables like {{firstName}}, or {{firstName|friend}}" : undefined;
}

/** Whether a text needs a variable's value: it says nothing to write instead. */
export const needsVariable = (text: string, wanted: MessageVariable): boolean =>
  [...text.matchAll(placeholder)].some(([, name, otherwise]) => name === wanted && (otherwise ?? "").trim() === "");
