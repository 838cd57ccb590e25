import { formatLongDate } from "#web/lib/dates.ts";
import { Callout } from "#web/ui/callout.tsx";
import type { TheirEdit } from "./merge-edits.ts";

export type SavedMeanwhileProps = {
  theirEdits: TheirEdit<string>[];
  /** The label of each field in the form. */
  labels: Record<string, string>;
  /** The time zone for fields that hold a time. */
  timeZone?: string | undefined;
};

/** Shows what someone else saved in the meantime, before this form overwrites it. */
export function SavedMeanwhile({ theirEdits, labels, timeZone }: SavedMeanwhileProps) {
  return (
    <Callout tone="soon" title="Someone else saved changes">
      {theirEdits.length > 0 && (
        <ul className="mt-1 grid gap-0.5">
          {theirEdits.map(({ name, theirs, isMineToo }) => (
            <li key={name} className="wrap-anywhere">
              {labels[name] ?? name}: {isMineToo ? "they saved " : "now "}
              <strong>{describe(theirs, timeZone)}</strong>
              {isMineToo && ", but the form keeps your change"}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-1">The form combines both versions. Review it and save again.</p>
    </Callout>
  );
}

function describe(value: unknown, timeZone = "UTC"): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "none" : `${value.length} selected`;
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatLongDate(text, timeZone);
  return text === "" ? "empty" : text;
}
