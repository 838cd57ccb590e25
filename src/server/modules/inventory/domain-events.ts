declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** A holder didn't pay in time: all of its stock is back on sale. */
    "hold.expired": { holderId: string };
  }
}

export {};
