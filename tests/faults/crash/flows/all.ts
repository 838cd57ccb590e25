import type { FiledFlow, Flow } from "../flow.ts";
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
import { importFlows } from "./imports.ts";
import { jobFlows } from "./jobs.ts";
import { notificationFlows } from "./notifications.ts";
import { stockFlows } from "./stock.ts";
import { streamFlows } from "./streams.ts";

/** By the name of their file. */
const files: Record<string, Flow[]> = {
  buying: buyingFlows,
  jobs: jobFlows,
  disputes: disputeFlows,
  processor: processorFlows,
  refunds: refundFlows,
  analytics: analyticsFlows,
  carts: cartFlows,
  campaigns: campaignFlows,
  emails: emailFlows,
  chat: chatFlows,
  community: communityFlows,
  door: doorFlows,
  fulfillment: fulfillmentFlows,
  admin: adminFlows,
  imports: importFlows,
  comps: compFlows,
  notifications: notificationFlows,
  stock: stockFlows,
  streams: streamFlows,
};

/** Every flow whose steps are crashed. If you add work that is repeated or done later, add its flow here. */
export const flows: FiledFlow[] = Object.entries(files).flatMap(([file, list]) =>
  list.map((one) => ({ ...one, file })),
);
