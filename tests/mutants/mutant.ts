/** A mistake that an engineer could make and that the tests must detect. */
export interface Mutant {
  id: string;
  /** A path in the repository. */
  file: string;
  /** Text that occurs exactly once in the file. */
  today: string;
  /** What replaces it. */
  fault: string;
  /** The harm to a person. */
  harm: string;
}

/** Faults in one part of the product, and the tests that must detect them. */
export interface Part {
  name: string;
  /** Filters for unit and service tests: folders, or parts of file names. */
  tests: string[];
  /** Filters for browser journeys, for web faults that those tests miss. */
  journeys?: string[];
  mutants: Mutant[];
}

/** Type-checks a part where it is defined. */
export const part = (of: Part): Part => of;
