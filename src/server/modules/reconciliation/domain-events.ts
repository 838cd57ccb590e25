declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** Money doesn't add up, and staff haven't been told about these discrepancies yet. */
    "money.discrepancies_found": { discrepancyIds: number[] };
  }
}

export {};
