import { useState } from "react";
import { CallError } from "#web/lib/call.ts";
import { mergeEdits, type TheirEdit } from "./merge-edits.ts";

/**
 * Keeps a form's starting values and version, and merges the edits when someone else saved in the meantime.
 *
 * @param opened the form's values when it was opened
 * @param version the version of those values
 */
export function useEditConflict<Form extends object>(opened: Form, version: number) {
  const [origin, setOrigin] = useState({ start: opened, version });
  const [theirEdits, setTheirEdits] = useState<TheirEdit<keyof Form & string>[]>();
  return {
    ...origin,
    theirEdits,
    isEditConflict: (error: unknown) => error instanceof CallError && error.answer.code === "edited_meanwhile",
    /** @returns the form's new values: theirs, with the changes made here */
    mergeLatest(mine: Form, theirs: Form, theirVersion: number): Form {
      const merged = mergeEdits(origin.start, mine, theirs);
      setOrigin({ start: theirs, version: theirVersion });
      setTheirEdits(merged.theirEdits);
      return merged.form;
    },
  };
}
