import type { Mutant, Part } from "../../tests/mutants/mutant.ts";

/** Whether a source file or a filter of tests belongs to the screens. */
export const isOfScreens = (path: string): boolean =>
  path.startsWith("src/web/") || path.startsWith("tests/components");

/**
 * A part's tests for one mutant: those of screens if it changes a screen, else those of rules and the API. All of the
 * part's tests if it names none on that side.
 */
export function nearTestsOf({ tests }: Pick<Part, "tests">, { file }: Pick<Mutant, "file">): string[] {
  const near = tests.filter((filter) => isOfScreens(filter) === isOfScreens(file));
  return near.length > 0 ? near : tests;
}
