import type { DuplicateGuest, ListGuest } from "#contract/comps/batches.ts";

/** A guest of a list, and why they are a duplicate if they are one. */
export interface MarkedGuest extends ListGuest {
  duplicateOf: string | undefined;
}

/** Marks guests who were listed before, by their email, or by their name if they have none; and who have comps already. */
export function markDuplicates(guests: readonly ListGuest[], withComps: ReadonlySet<string>): MarkedGuest[] {
  const seen = new Map<string, number>();
  return guests.map((guest) => {
    const { line, name, email } = guest;
    const key = email === "" ? `name ${name.toLocaleLowerCase("en-US")}` : email;
    const first = seen.get(key);
    seen.set(key, first ?? line);
    if (first !== undefined) {
      return { ...guest, duplicateOf: `Same ${email === "" ? "name" : "email"} as line ${first}` };
    }
    return { ...guest, duplicateOf: withComps.has(email) ? "Already has free tickets for this event" : undefined };
  });
}

/** Duplicates as staff see them. */
export const showDuplicates = (guests: readonly MarkedGuest[]): DuplicateGuest[] =>
  guests.flatMap(({ line, name, duplicateOf }) =>
    duplicateOf === undefined ? [] : [{ line, name, message: duplicateOf }],
  );
