import type { Flow, OwnedFlow } from "../flow.ts";
import { buyingFlows } from "./buying.ts";
import { deskFlows } from "./desk.ts";
import { disputeFlows } from "./disputes.ts";
import { doorFlows } from "./door.ts";
import { processorFlows } from "./processor.ts";
import { refundFlows } from "./refunds.ts";
import { sweepingFlows } from "./sweeping.ts";
import { tellingFlows } from "./telling.ts";

const of = (touches: string[], flows: Flow[]): OwnedFlow[] => flows.map((one) => ({ ...one, touches }));

const selling = ["inventory", "orders", "payments", "promotions", "tickets", "ledger"];

/**
 * Every flow whose steps are crashed, with the modules that it goes through. Whoever adds work that is repeated or done later
 * adds its flow here.
 */
export const flows: OwnedFlow[] = [
  ...of(selling, buyingFlows),
  ...of([...selling, "reconciliation", "papers", "email"], sweepingFlows),
  ...of(["payments", "orders", "tickets", "ledger"], disputeFlows),
  ...of(["payments", "orders", "ledger"], processorFlows),
  ...of(["orders", "payments", "tickets", "inventory", "ledger", "papers"], refundFlows),
  ...of(["door", "tickets"], doorFlows),
  ...of(["orders", "tickets", "email", "audit", "papers", "events"], deskFlows),
  ...of(["accounts", "events", "interest", "email"], tellingFlows),
];
