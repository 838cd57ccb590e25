import type { AutomationTrigger } from "#contract/campaigns/automations.ts";

/** Automations that ask people to buy something: their readers must have opted in. */
export const marketingTriggers: AutomationTrigger[] = ["abandoned_checkout", "win_back"];

/** Whether each message of an automation is about an event: it counts the hours from that event. */
export const isAboutEvent = (trigger: AutomationTrigger): boolean =>
  trigger === "day_before" || trigger === "after_event";

/** Whether an automation's readers must have opted in. */
export const isMarketing = (trigger: AutomationTrigger): boolean => marketingTriggers.includes(trigger);
