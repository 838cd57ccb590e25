import type { Flow } from "../flow.ts";
import { buyingFlows } from "./buying.ts";
import { deskFlows } from "./desk.ts";
import { disputeFlows } from "./disputes.ts";
import { doorFlows } from "./door.ts";
import { processorFlows } from "./processor.ts";
import { refundFlows } from "./refunds.ts";
import { sweepingFlows } from "./sweeping.ts";
import { tellingFlows } from "./telling.ts";

/** Every flow whose steps are crashed. Whoever adds work that is repeated or done later adds its flow here. */
export const flows: Flow[] = [
  ...buyingFlows,
  ...sweepingFlows,
  ...disputeFlows,
  ...processorFlows,
  ...refundFlows,
  ...doorFlows,
  ...deskFlows,
  ...tellingFlows,
];
