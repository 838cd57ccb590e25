/** One fault that an engineer could make, and that the tests have to notice. */
export interface Mutant {
  id: string;
  /** A path of the repository. */
  file: string;
  /** Text that occurs exactly once in the file. */
  today: string;
  /** What it becomes. */
  fault: string;
  /** What a person suffers. */
  harm: string;
}

/** Faults of one part of the product, and the tests that have to notice them. */
export interface Part {
  name: string;
  /** Filters of the unit and service tests: folders, or parts of file names. */
  tests: string[];
  /** Filters of the browser journeys, for what these tests let pass in the web. */
  journeys?: string[];
  mutants: Mutant[];
}

/** Checks the shape of a part where it is written. */
export const part = (of: Part): Part => of;
