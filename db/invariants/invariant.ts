/** Something that must always hold, as a query that returns the rows that violate it. */
export interface Invariant {
  /** Its number, which tests and reports cite. */
  id: string;
  /** The rule, as a sentence. */
  holds: string;
  sql: string;
  /** The query that the running site uses each minute if the full one takes longer the longer the site has run. */
  quick?: string;
}
