/** A field that someone else saved while this form was open. */
export type TheirEdit<Name extends string> = {
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
