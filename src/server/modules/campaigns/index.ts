import { defineModule } from "#server/platform/module.ts";
import { protectPostalAddress } from "./checks.ts";
import { runAutomations } from "./automations/service.ts";
import { campaignRoutes } from "./routes.ts";
import { automationTest, bulkMail, campaignTest, runCampaigns } from "./sending.ts";
import * as store from "./store.ts";
import { deletedDisplayName } from "#server/modules/accounts/index.ts";
import { nameRows } from "#server/platform/target-names.ts";

export { createCampaign, scheduleCampaign } from "./service.ts";
export { createAutomation } from "./automations/service.ts";
export { previewAudience, saveAudience } from "./audience/service.ts";

/** Messages to many: audiences, campaigns, automations, and what came of them. */
export const campaigns = defineModule("campaigns", { emails: [campaignTest, automationTest] }, ({ deps }) => ({
  staffActions: [
    "campaign.created",
    "campaign.changed",
    "campaign.paused",
    "campaign.resumed",
    "campaign.deleted",
    "automation.created",
    "automation.changed",
    "automation.deleted",
    "audience.created",
    "audience.changed",
    "audience.deleted",
  ],
  targetNames: {
    campaign: nameRows("campaigns", "name"),
    audience: nameRows("audiences", "name"),
    automation: nameRows("automations", "name"),
  },
  routes: (context) => campaignRoutes(context, deps),
  on(bus) {
    bus.on("email.unsubscribed", (tx, left) =>
      store.recordUnsubscribed(
        tx,
        left.map(({ recipientId }) => recipientId),
      ),
    );
    bus.on("settings.changed", protectPostalAddress);
  },
  bulkMail,
  attention: { refusedCampaigns: store.countRefused },
  jobs: [
    { name: "campaigns", everyMs: 2_000, run: () => runCampaigns(deps) },
    { name: "automations", everyMs: 60_000, run: () => runAutomations(deps) },
  ],
  personalData: {
    campaigns: {
      read: async (db, { email }) => (email === null ? [] : store.findRecipientRecords(db, email)),
      forget: async (tx, { email }) => {
        if (email !== null) await store.forgetRecipient(tx, email, deletedDisplayName);
      },
    },
  },
}));
