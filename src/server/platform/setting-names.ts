/** Shorter names are too close to other programs' variables. */
const shortestName = 6;
const maxTypos = 2;

/**
 * Finds variables that are not settings but look like one, and says which: a site that ignores `DATABSE_URL` would start
 * on an empty database.
 */
export function findMisspelt(names: string[], settings: string[]): string[] {
  const strangers = names.filter((name) => name.length >= shortestName && !settings.includes(name));
  return strangers.flatMap((name) => {
    const meant = settings
      .filter((setting) => setting.length >= shortestName)
      .map((setting) => ({ setting, typos: countTypos(name.toUpperCase(), setting) }))
      .toSorted((a, b) => a.typos - b.typos)[0];
    return meant !== undefined && meant.typos <= maxTypos
      ? [`${name} isn't a setting: did you mean ${meant.setting}?`]
      : [];
  });
}

/** Letters to add, remove or replace to turn one word into the other (Levenshtein). */
function countTypos(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, wanted] of [...other].entries()) {
      next.push(Math.min(next[at]! + 1, row[at + 1]! + 1, row[at]! + (letter === wanted ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)!;
}
