declare module "#server/platform/facts.ts" {
  interface FactMap {
    /** Money does not add up, and nobody of the staff was told of these exceptions yet. */
    "money.exceptions_found": { exceptionIds: number[] };
  }
}

export {};
