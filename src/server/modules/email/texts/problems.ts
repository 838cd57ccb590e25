import type { EmailText } from "#contract/email/texts.ts";
import { placeholder } from "#contract/email/variables.ts";
import type { TextDefinition } from "./define-text.ts";

/** What is wrong with a text, each with the field that has it. */
interface TextProblem {
  path: keyof EmailText;
  message: string;
}

/**
 * What is wrong with a text: a variable that this email has no value for, one that doesn't belong in a subject, braces
 * that are no variable, or a button label where there is no button.
 */
export function findProblems(entry: TextDefinition, text: EmailText): TextProblem[] {
  const hasButton = entry.text.buttonLabel !== "";
  const problems: TextProblem[] = [];
  for (const path of ["subject", "intro", "buttonLabel"] as const) {
    const names = Array.from(text[path].matchAll(placeholder), ([, name]) => name!);
    const unknown = names.find((name) => !entry.variables.some((known) => known.name === name));
    const isOutOfPlace = (name: string) =>
      path === "subject" && !entry.variables.some((known) => known.name === name && known.isForSubject);
    if (unknown !== undefined) problems.push({ path, message: `This email has no variable {{${unknown}}}` });
    else if (names.some(isOutOfPlace)) {
      problems.push({ path, message: `{{${names.find(isOutOfPlace)}}} can't be in a subject` });
    } else if (/\{\{|\}\}/.test(text[path].replace(placeholder, ""))) {
      problems.push({ path, message: "Write variables like {{event}}, or {{name|friend}}" });
    }
  }
  if (hasButton && text.buttonLabel === "")
    problems.push({ path: "buttonLabel", message: "Enter what the button says" });
  if (!hasButton && text.buttonLabel !== "")
    problems.push({ path: "buttonLabel", message: "This email has no button" });
  return problems;
}

/** A text as a header can hold it: on one line, without control characters, at most 200 characters. */
export function oneLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  return [...line].length > 200 ? `${[...line].slice(0, 199).join("")}…` : line;
}

/** The paragraphs of a text, separated by empty lines; inside, each line stays one. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
