import type { AuditEntry } from "#contract/audit.ts";
import { formatShortDate, formatTime } from "#web/lib/dates.ts";

/** One field that an action changed: its old and new value as text; undefined if there was or is none. */
type Change = { name: string; before: string | undefined; after: string | undefined };

/** What an entry changed, field by field, with times in the reader's zone. Unchanged fields are left out. */
export function changesOf({ before, after }: Pick<AuditEntry, "before" | "after">, zone: string): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .map((name) => ({
      name: humanize(name),
      before: show(before?.[name], name, zone),
      after: show(after?.[name], name, zone),
    }))
    .filter((change) => change.before !== change.after)
    .map((change) => ({ ...change, before: cut(change.before), after: cut(change.after) }));
}

/** "salesStartAt" → "sales start", "amountCents" → "amount". */
const humanize = (name: string) =>
  name
    .replace(/(At|Cents)$/, "")
    .replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll("_", " ");

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const storedName = /^[a-z]+(_[a-z]+)+$/;

/** A field's value as people write it: times, amounts and stored names such as "partially_refunded". */
function show(value: unknown, name: string, zone: string): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return name.endsWith("Cents") ? (value / 100).toFixed(2) : String(value);
  if (typeof value === "string") {
    if (instant.test(value)) return `${formatShortDate(value, zone)}, ${formatTime(value, zone)}`;
    return storedName.test(value) ? value.replaceAll("_", " ") : value;
  }
  if (Array.isArray(value)) return value.map((item) => show(item, name, zone) ?? "none").join(", ") || undefined;
  return showRecord(value as Record<string, unknown>, zone);
}

/** An image by its alt text, anything else part by part: no one reads an image's colors and blurred preview. */
function showRecord(value: Record<string, unknown>, zone: string): string | undefined {
  if (typeof value["key"] === "string" && "alt" in value) return `“${show(value["alt"], "alt", zone) ?? value["key"]}”`;
  const parts = Object.entries(value).map(([name, part]) => ({ name: humanize(name), text: show(part, name, zone) }));
  return (
    parts
      .filter(({ text }) => text !== undefined)
      .map(({ name, text }) => `${name} ${text}`)
      .join(", ") || undefined
  );
}

/** The log shows what was done; full texts are on their own pages. */
const longest = 400;
const cut = (text: string | undefined) =>
  text && text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text;

/** "person.role_changed" → "Customer: role changed". */
export function actionLabel(action: string): string {
  const [noun = "", act = ""] = action.split(".");
  return `${targetLabel(noun)}: ${acts[act] ?? act.replaceAll("_", " ")}`;
}

/** What staff call an action if its stored name is not a phrase of theirs. */
const acts: Record<string, string> = {
  difference_returned: "price difference refunded",
  factors_reset: "two-factor reset",
  holders_not_notified: "ticket holders not notified",
  holders_notified: "ticket holders notified",
  invoice_made: "invoice created",
  noted: "note added",
  ordered: "reordered",
  recoded: "new code issued",
  refund_paid_by_hand: "refund paid another way",
  renamed: "name changed",
  reset_link_made: "reset link created",
};

/** The words of the staff pages for stored names that differ from them. */
const nouns: Record<string, string> = {
  grant: "permission",
  mail: "email",
  person: "customer",
  picture: "image",
  policy: "two-factor policy",
  pool: "shared capacity",
  webhook_event: "webhook",
};

/** "promo_code" → "promo code". */
export const nounLabel = (kind: string): string => nouns[kind] ?? kind.replaceAll("_", " ");

/** "promo_code" → "Promo code". */
export function targetLabel(kind: string): string {
  const noun = nounLabel(kind);
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
}

/** Parts of the settings that the log names by a word of its own. */
const settingNames: Record<string, string> = {
  email: "Email settings",
  banned_words: "Banned words",
  community_rules: "Community rules",
};

/** What an entry is about: its name today, or the one that it had; its kind if it never had any. */
export function targetName(
  target: AuditEntry["target"],
  { before, after }: Pick<AuditEntry, "before" | "after">,
): string {
  if (target.name !== null) return target.name;
  if (target.kind === "setting") return settingNames[target.id] ?? "Settings";
  const known = [after, before].flatMap((part) => [part?.["title"], part?.["name"], part?.["code"], part?.["number"]]);
  const name = known.find((value) => typeof value === "string" && value !== "");
  return typeof name === "string" ? name : targetLabel(target.kind);
}
