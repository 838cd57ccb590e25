import * as z from "zod/mini";

/** What a schema found wrong with a value, as far as a message says it. */
type Issue = z.core.$ZodRawIssue;

const counted = (count: number | bigint, one: string) =>
  `${count.toLocaleString("en-US")} ${one}${count === 1 ? "" : "s"}`;

function tooSmall({ origin, minimum }: z.core.$ZodIssueTooSmall): string {
  if (origin === "string") return minimum <= 1 ? "Fill this in" : `Use at least ${counted(minimum, "character")}`;
  if (origin === "array" || origin === "set")
    return minimum <= 1 ? "Choose at least one" : `Choose at least ${minimum}`;
  return `Use ${minimum.toLocaleString("en-US")} or more`;
}

function tooBig({ origin, maximum }: z.core.$ZodIssueTooBig): string {
  if (origin === "string") return `Use at most ${counted(maximum, "character")}`;
  if (origin === "array" || origin === "set")
    return `Use at most ${counted(maximum, "entry").replace(/entrys$/, "entries")}`;
  return `Use ${maximum.toLocaleString("en-US")} or less`;
}

const formats: Record<string, string> = {
  email: "Enter an email address, such as ada@example.com",
  url: "Enter a full web address, such as https://example.com",
  datetime: "Enter a date and time",
  date: "Enter a date",
  time: "Enter a time",
};

const types: Record<string, string> = {
  string: "Enter text here",
  number: "Enter a number",
  int: "Enter a whole number",
  boolean: "Choose yes or no",
  array: "Enter a list here",
  date: "Enter a date",
};

/** The sentence for a value that a schema refuses without a message of its own. It never repeats what was entered. */
function messageOf(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined || issue.input === null) return "Fill this in";
      return types[issue.expected] ?? "Check this entry";
    case "too_small":
      return tooSmall(issue as unknown as z.core.$ZodIssueTooSmall);
    case "too_big":
      return tooBig(issue as unknown as z.core.$ZodIssueTooBig);
    case "invalid_format":
      return formats[issue.format] ?? "Check how this is written";
    case "invalid_value":
    case "invalid_union":
      return "Choose one of the options";
    case "unrecognized_keys":
      return "Some of these fields aren't used here. Remove them.";
    case "not_multiple_of":
      return "Enter a whole number";
    case "invalid_key":
    case "invalid_element":
    case "custom":
    default:
      return "Check this entry";
  }
}

const general = new Set<string>();

/** True for a sentence from here: whoever knows more about the value can say it better. */
export const isGeneralMessage = (message: string): boolean => general.has(message);

// For every schema on both sides, before any of them reads a value: form-fields.ts imports this file.
z.config({
  customError(issue) {
    const message = messageOf(issue);
    general.add(message);
    return message;
  },
});
