import { useBrandZone } from "#web/lib/site.ts";
import { formatLongDate } from "#web/lib/dates.ts";
import { Callout } from "#web/ui/callout.tsx";
import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { CallError } from "#web/lib/call.ts";
import { useZodForm, type ZodForm, type ZodFormOptions } from "#web/ui/use-zod-form.ts";
import { failureText } from "../use-admin-write.ts";

/** A field that someone else saved while this form was open. */
type TheirEdit<Name extends string> = {
  name: Name;
  /** The value that they saved. */
  theirs: unknown;
  /** True if I changed it too: my value stays in the form until I change it. */
  isMineToo: boolean;
};

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Merges two people's edits of the same form version: their form with my changes on top, so that no edit is lost, and
 * the fields that they changed.
 */
export function mergeEdits<Form extends object>(start: Form, mine: Form, theirs: Form) {
  const names = Object.keys(theirs) as (keyof Form & string)[];
  const changedBy = (form: Form) => new Set(names.filter((name) => !same(start[name], form[name])));
  const byMe = changedBy(mine);
  const byThem = changedBy(theirs);
  const form = { ...theirs };
  for (const name of byMe) form[name] = mine[name];
  const theirEdits = [...byThem]
    .filter((name) => !byMe.has(name) || !same(mine[name], theirs[name]))
    .map((name): TheirEdit<keyof Form & string> => ({ name, theirs: theirs[name], isMineToo: byMe.has(name) }));
  return { form, theirEdits };
}

type SavedMeanwhileProps = {
  form: { theirEdits: TheirEdit<string>[] | undefined };
  /** The label of each field in the form. */
  labels: Record<string, string>;
  /** The time zone for fields that hold a time; without it, the brand's. */
  timeZone?: string | undefined;
};

/** Shows what someone else saved in the meantime, if anything, before this form overwrites it. */
export function SavedMeanwhile({ form: { theirEdits }, labels, timeZone }: SavedMeanwhileProps) {
  const brandZone = useBrandZone();
  return (
    theirEdits && (
      <Callout tone="soon" title="Someone else saved changes">
        {theirEdits.length > 0 && (
          <ul className="mt-1 grid gap-0.5">
            {theirEdits.map(({ name, theirs, isMineToo }) => (
              <li key={name} className="wrap-anywhere">
                {labels[name] ?? name}: {isMineToo ? "they saved " : "now "}
                <strong>{describe(theirs, timeZone ?? brandZone)}</strong>
                {isMineToo && ", but the form keeps your change"}
              </li>
            ))}
          </ul>
        )}
        <p className="mt-1">The form combines both versions. Review it and save again.</p>
      </Callout>
    )
  );
}

/** A conflict shows this much of a text. */
const longest = 300;

function describe(value: unknown, timeZone: string): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    return value.length === 0 ? "none" : `${value.length} ${typeof value[0] === "object" ? "in all" : "selected"}`;
  }
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatLongDate(text, timeZone);
  const plain = text.startsWith("<") ? text.replace(/<[^>]*>/g, " ").trim() : text;
  return plain === "" ? "empty" : plain.length > longest ? `${plain.slice(0, longest)}…` : plain;
}

/** What a form edits, at the version that was read; undefined for something new. */
type Subject = { version: number } | undefined;

export type VersionedFormOptions<Values extends FieldValues, Body, Edited extends Subject> = Omit<
  ZodFormOptions<Values, Body>,
  "defaults" | "submit"
> & {
  defaults: Values;
  subject: Edited;
  /** What is saved now; undefined if someone deleted it. */
  readLatest: () => Promise<{ values: Values; version: number } | undefined>;
  /** "Someone deleted this code." */
  deleted: string;
  /** Gets the subject at the version that the form continues from. */
  submit: (body: Body, subject: Edited) => Promise<unknown>;
};

export type VersionedForm<Values extends FieldValues> = ZodForm<Values> & {
  /** What someone else saved in the meantime. */
  theirEdits: TheirEdit<keyof Values & string>[] | undefined;
  /** Continues with what was just saved, for a form that stays open. What was typed since it was sent stays. */
  accept: (sent: Values, saved: { values: Values; version: number }) => void;
};

/** An admin form that merges its edits with what someone else saved in the meantime, before it overwrites anything. */
export function useVersionedForm<Values extends FieldValues, Body, Edited extends Subject>(
  options: VersionedFormOptions<Values, Body, Edited>,
): VersionedForm<Values> {
  const { subject } = options;
  const [version, setVersion] = useState(subject?.version);
  const [theirEdits, setTheirEdits] = useState<TheirEdit<keyof Values & string>[]>();
  const form: ZodForm<Values> = useZodForm<Values, Body>({
    failureText,
    ...options,
    submit: async (body) => {
      try {
        await options.submit(body, subject && { ...subject, version });
      } catch (error) {
        const isEditConflict = error instanceof CallError && error.answer.code === "edited_meanwhile";
        if (!isEditConflict || subject === undefined) throw error;
        await mergeLatest();
      }
    },
  });

  async function mergeLatest() {
    const latest = await options.readLatest();
    if (latest === undefined) return form.setError("root", { message: options.deleted });
    setTheirEdits(startFrom(latest, form.formState.defaultValues as Values));
  }

  /** The form continues from what is saved now, with every change since `start` on top. */
  function startFrom(saved: { values: Values; version: number }, start: Values) {
    const merged = mergeEdits(start, form.getValues(), saved.values);
    form.reset(saved.values, { keepFieldsRef: true });
    form.reset(merged.form, { keepDefaultValues: true, keepFieldsRef: true });
    setVersion(saved.version);
    return merged.theirEdits;
  }

  return {
    ...form,
    theirEdits,
    accept: (sent, saved) => {
      startFrom(saved, sent);
      setTheirEdits(undefined);
    },
  };
}
