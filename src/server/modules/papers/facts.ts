declare module "#server/platform/facts.ts" {
  interface FactMap {
    /** An invoice was cancelled and made out anew; both papers have their numbers. Its buyer is to be told. */
    "paper.invoice_corrected": {
      orderId: string;
      cancellationId: number;
      invoiceId: number;
      buyerName: string;
      buyerEmail: string;
    };
  }
}

export {};
