import type { AutomationTrigger } from "#contract/email-automations.ts";

/** Whether an automation's readers must have opted in: it asks them to buy something. */
export const isMarketing = (trigger: AutomationTrigger): boolean =>
  trigger === "abandoned_checkout" || trigger === "win_back";
