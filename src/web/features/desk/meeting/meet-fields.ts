/** A field that somebody else saved meanwhile. */
export type MetField<Name extends string> = {
  name: Name;
  /** What they saved. */
  theirs: unknown;
  /** True where I changed it as well: mine stays in the form until I say otherwise. */
  isMineToo: boolean;
};

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Two people changed a form from the same beginning: theirs with what I changed, so that nothing of either is lost, and
 * the fields that they changed.
 */
export function meetFields<Form extends object>(start: Form, mine: Form, theirs: Form) {
  const names = Object.keys(theirs) as (keyof Form & string)[];
  const changedBy = (form: Form) => new Set(names.filter((name) => !same(start[name], form[name])));
  const byMe = changedBy(mine);
  const byThem = changedBy(theirs);
  const form = { ...theirs };
  for (const name of byMe) form[name] = mine[name];
  const met = [...byThem]
    .filter((name) => !byMe.has(name) || !same(mine[name], theirs[name]))
    .map((name): MetField<keyof Form & string> => ({ name, theirs: theirs[name], isMineToo: byMe.has(name) }));
  return { form, met };
}
