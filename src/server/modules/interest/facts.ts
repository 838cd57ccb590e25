declare module "#server/platform/facts.ts" {
  interface FactMap {
    /** Somebody wants to be told of a topic and is to confirm it by mail; `mails` counts those to this address. */
    "interest.asked": { interestId: string; email: string; mails: number };
    /** Tickets of a night opened that these addresses wait for; `sends` counts such news to each. */
    "interest.sales_open": { interestId: string; email: string; sends: number };
  }
}

export {};
