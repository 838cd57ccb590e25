declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** An invoice was canceled and reissued; both documents have their numbers. Its buyer gets an email. */
    "invoice.corrected": {
      orderId: string;
      cancellationId: number;
      invoiceId: number;
      buyerName: string;
      buyerEmail: string;
    };
  }
}

export {};
