import type { Mutant } from "../../tests/mutants/mutant.ts";

/** A file's text with the mutant applied; undefined unless the text to replace occurs exactly once. */
export function applyMutant(text: string, { today, fault }: Pick<Mutant, "today" | "fault">): string | undefined {
  const at = text.indexOf(today);
  if (today === "" || at === -1 || text.includes(today, at + 1)) return undefined;
  return text.slice(0, at) + fault + text.slice(at + today.length);
}
