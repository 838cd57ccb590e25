import { formatLongDate } from "#web/lib/dates.ts";
import { Notice } from "#web/ui/notice.tsx";
import type { MetField } from "./meet-fields.ts";

export type SavedMeanwhileProps = {
  met: MetField<string>[];
  /** What each field is called in the form. */
  words: Record<string, string>;
  /** The zone of instants among them. */
  timeZone?: string | undefined;
};

/** Somebody else saved the same meanwhile: what they changed, before anything of it is written over. */
export function SavedMeanwhile({ met, words, timeZone }: SavedMeanwhileProps) {
  return (
    <Notice tone="soon" title="Somebody saved this meanwhile">
      {met.length > 0 && (
        <ul className="mt-1 grid gap-0.5">
          {met.map(({ name, theirs, isMineToo }) => (
            <li key={name} className="wrap-anywhere">
              {words[name] ?? name}: {isMineToo ? "they have " : "now "}
              <strong>{describe(theirs, timeZone)}</strong>
              {isMineToo && ", yours stands in the form"}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-1">Both are put together in the form. Look at it and save once more.</p>
    </Notice>
  );
}

function describe(value: unknown, timeZone = "UTC"): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "none" : `${value.length} chosen`;
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatLongDate(text, timeZone);
  return text === "" ? "nothing" : text;
}
