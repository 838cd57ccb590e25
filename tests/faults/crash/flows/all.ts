import type { Flow, OwnedFlow } from "../flow.ts";
import { buyingFlows } from "./buying.ts";
import { adminFlows } from "./admin.ts";
import { campaignFlows } from "./campaigns.ts";
import { analyticsFlows } from "./analytics.ts";
import { cartFlows } from "./carts.ts";
import { chatFlows } from "./chat.ts";
import { communityFlows } from "./community.ts";
import { compFlows } from "./comps.ts";
import { disputeFlows } from "./disputes.ts";
import { emailFlows } from "./emails.ts";
import { doorFlows } from "./door.ts";
import { processorFlows } from "./processor.ts";
import { fulfillmentFlows } from "./fulfillment.ts";
import { refundFlows } from "./refunds.ts";
import { jobFlows } from "./jobs.ts";
import { notificationFlows } from "./notifications.ts";
import { stockFlows } from "./stock.ts";
import { streamFlows } from "./streams.ts";

const of = (touches: string[], flows: Flow[]): OwnedFlow[] => flows.map((one) => ({ ...one, touches }));

const selling = ["inventory", "orders", "payments", "promotions", "tickets", "ledger"];

/**
 * Every flow whose steps are crashed, with the modules that it uses. If you add work that is repeated or done later,
 * add its flow here.
 */
export const flows: OwnedFlow[] = [
  ...of(selling, buyingFlows),
  ...of([...selling, "reconciliation", "order-documents", "email"], jobFlows),
  ...of(["payments", "orders", "tickets", "ledger"], disputeFlows),
  ...of(["payments", "orders", "ledger"], processorFlows),
  ...of(["orders", "payments", "tickets", "inventory", "ledger", "order-documents"], refundFlows),
  ...of(["analytics", "email"], analyticsFlows),
  ...of(["carts", "shop", "sellables", "orders"], cartFlows),
  ...of(["campaigns", "consent", "email"], campaignFlows),
  ...of(["email", "consent", "audit"], emailFlows),
  ...of(["chat", "audit"], chatFlows),
  ...of(["community", "media", "email", "banned-words"], communityFlows),
  ...of(["door", "tickets"], doorFlows),
  ...of(["fulfillment", "shop", "orders", "inventory", "email"], fulfillmentFlows),
  ...of(["orders", "tickets", "email", "audit", "order-documents", "events"], adminFlows),
  ...of(["orders", "inventory", "tickets", "email"], compFlows),
  ...of(["accounts", "events", "interest", "email", "shop"], notificationFlows),
  ...of(["shop", "inventory", "email"], stockFlows),
  ...of(["streams", "email"], streamFlows),
];
