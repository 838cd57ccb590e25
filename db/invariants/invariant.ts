/** Something that must always hold, as a query that returns the rows which break it. */
export interface Invariant {
  /** Its number, which tests and reports cite. */
  id: string;
  /** The rule, as a sentence. */
  holds: string;
  sql: string;
  /** What the running site asks each minute instead, where the whole would take longer the longer the site has run. */
  quick?: string;
}
