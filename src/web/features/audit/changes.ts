import type { AuditEntry } from "#contract/audit.ts";

/** One thing that an act changed: what it was and what it is, in words; undefined where there was or is nothing. */
export type Change = { name: string; before: string | undefined; after: string | undefined };

/** What an entry changed, field by field. What stayed the same is left out. */
export function changesOf({ before, after }: Pick<AuditEntry, "before" | "after">): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .map((name) => ({ name: inWords(name), before: show(before?.[name]), after: show(after?.[name]) }))
    .filter((change) => change.before !== change.after)
    .map((change) => ({ ...change, before: cut(change.before), after: cut(change.after) }));
}

/** "salesStartAt" → "sales start at". */
const inWords = (name: string) => name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll("_", " ");

function show(value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map((item) => show(item) ?? "nothing").join(", ") || undefined;
  return showRecord(value as Record<string, unknown>);
}

/** A picture by what it shows, anything else part by part: nobody reads a picture's colours and blurred copy. */
function showRecord(value: Record<string, unknown>): string | undefined {
  if (typeof value["key"] === "string" && "alt" in value) return `“${show(value["alt"]) ?? value["key"]}”`;
  const parts = Object.entries(value).map(([name, part]) => ({ name: inWords(name), text: show(part) }));
  return (
    parts
      .filter(({ text }) => text !== undefined)
      .map(({ name, text }) => `${name} ${text}`)
      .join(", ") || undefined
  );
}

/** The log tells what was done; whole texts stand where they belong. */
const longest = 400;
const cut = (text: string | undefined) =>
  text && text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text;

/** "person.role_changed" → "Person: role changed". */
export function actionLabel(action: string): string {
  const [noun = "", act = ""] = action.split(".");
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}: ${act.replaceAll("_", " ")}`;
}

/** "promo_code" → "Promo code". */
export const targetLabel = (kind: string) => `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll("_", " ")}`;
