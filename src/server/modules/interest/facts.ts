declare module "#server/platform/facts.ts" {
  interface FactMap {
    /** Somebody wants to be told of a topic and is to confirm it by mail; `mails` counts those to this address. */
    "interest.asked": { interestId: string; email: string; mails: number };
  }
}

export {};
