declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** Someone signed up for a topic and has to confirm it by email; `mails` counts those to this address. */
    "interest.asked": { interestId: string; email: string; mails: number };
    /** Tickets that these addresses wait for went on sale; `sends` counts these emails to each. */
    "interest.sales_open": { interestId: string; email: string; sends: number };
  }
}

export {};
