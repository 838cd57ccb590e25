import type { Pickup } from "#contract/fulfillment/fulfillment.ts";
import type { Order } from "#contract/orders/orders.ts";
import type { OrderTicket } from "#contract/tickets.ts";
import type { MailAttachment } from "#server/modules/email/index.ts";
import type { EventInfo } from "#server/modules/events/index.ts";
import type { Database, Queryable } from "#server/platform/db/database.ts";

/** Free orders that staff issue. */
interface CompOrders {
  isCompOrder(db: Queryable, orderId: string): Promise<boolean>;
  /** Whether staff entered the guest of a comp; false for what a visitor claimed by a link, and for any other order. */
  isIssuedByStaff(db: Queryable, orderId: string): Promise<boolean>;
}

/** An order, with the tickets that its confirmation shows. */
interface ConfirmedOrder {
  order: Order;
  tickets: OrderTicket[];
  events: Map<number, EventInfo>;
  isComp: boolean;
}

declare module "#server/platform/module-parts.ts" {
  // What emails about orders say of what later modules know.
  interface ModuleParts {
    compOrders?: CompOrders;
    /** What of an order is picked up; null if nothing is. */
    findPickup?: (db: Queryable, orderId: string) => Promise<Pickup | null>;
    /** The PDFs that go with a confirmation. */
    confirmationFiles?: (db: Database, confirmed: ConfirmedOrder) => MailAttachment[];
    /** The credit note of a refund, once it has a number. */
    findCreditNoteId?: (db: Queryable, orderRefundId: string) => Promise<number | undefined>;
  }
}
