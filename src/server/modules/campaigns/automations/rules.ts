import type { AutomationTrigger } from "#contract/campaigns/automations.ts";

/** Automations that ask people to buy something: their readers must have opted in. */
export const marketingTriggers: AutomationTrigger[] = ["abandoned_checkout", "win_back"];

/** Whether an automation's readers must have opted in. */
export const isMarketing = (trigger: AutomationTrigger): boolean => marketingTriggers.includes(trigger);
