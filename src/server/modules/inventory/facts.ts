declare module "#server/platform/facts.ts" {
  interface FactMap {
    /** A holder did not pay in time: all of its stock is for sale again. */
    "hold.lapsed": { holderId: string };
  }
}

export {};
