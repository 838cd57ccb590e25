import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { CallError } from "#web/lib/call.ts";
import { useZodForm, type ZodForm, type ZodFormOptions } from "#web/ui/use-zod-form.ts";
import { failureText } from "../failure-text.ts";
import { mergeEdits, type TheirEdit } from "./merge-edits.ts";

export type VersionedFormOptions<Values extends FieldValues, Body> = Omit<
  ZodFormOptions<Values, Body>,
  "defaults" | "submit"
> & {
  defaults: Values;
  /** The version of the defaults; undefined for something new. */
  version: number | undefined;
  /** What is saved now; undefined if someone deleted it. */
  readLatest: () => Promise<{ values: Values; version: number } | undefined>;
  /** "Someone deleted this code." */
  deleted: string;
  submit: (body: Body, version: number | undefined) => Promise<unknown>;
};

export type VersionedForm<Values extends FieldValues> = ZodForm<Values> & {
  /** What someone else saved in the meantime. */
  theirEdits: TheirEdit<keyof Values & string>[] | undefined;
};

/** An admin form that merges its edits with what someone else saved in the meantime, before it overwrites anything. */
export function useVersionedForm<Values extends FieldValues, Body>(
  options: VersionedFormOptions<Values, Body>,
): VersionedForm<Values> {
  const [version, setVersion] = useState(options.version);
  const [theirEdits, setTheirEdits] = useState<TheirEdit<keyof Values & string>[]>();
  const form: ZodForm<Values> = useZodForm<Values, Body>({
    failureText,
    ...options,
    submit: async (body) => {
      try {
        await options.submit(body, version);
      } catch (error) {
        const isEditConflict = error instanceof CallError && error.answer.code === "edited_meanwhile";
        if (!isEditConflict || version === undefined) throw error;
        await mergeLatest();
      }
    },
  });

  async function mergeLatest() {
    const latest = await options.readLatest();
    if (latest === undefined) return form.setError("root", { message: options.deleted });
    const merged = mergeEdits(form.formState.defaultValues as Values, form.getValues(), latest.values);
    form.reset(latest.values);
    form.reset(merged.form, { keepDefaultValues: true });
    setVersion(latest.version);
    setTheirEdits(merged.theirEdits);
  }

  return { ...form, theirEdits };
}
