import { z } from "zod";
import { adminEndpoint, fileEndpoint } from "../endpoint.ts";
import { CampaignCounts, CampaignResults, MessageContent } from "./campaigns.ts";
import { Email } from "../form-fields.ts";
import { ById, Empty, EventReference, Id, Instant, Items, Line, Version } from "../shapes.ts";

/**
 * When an automation writes to someone. `after_purchase`, `day_before` and `after_event` are about an event;
 * `abandoned_checkout` and `win_back` are marketing and need an opt-in.
 */
export const AutomationTrigger = z.enum([
  "after_purchase",
  "day_before",
  "after_event",
  "abandoned_checkout",
  "win_back",
]);
export type AutomationTrigger = z.infer<typeof AutomationTrigger>;

/** `trigger` can't change once the automation has sent something. */
export const AutomationDraft = z.strictObject({
  name: Line(2, 80),
  trigger: AutomationTrigger,
  isOn: z.boolean(),
  /** How long after the trigger it writes, in hours; before the start for `day_before`. For `win_back`: since the last order. */
  waitHours: z.int().min(0).max(17_520),
  /** Only about this event; null for all. */
  eventId: Id.nullable(),
  content: MessageContent,
});
export type AutomationDraft = z.infer<typeof AutomationDraft>;

/** An automation with everything that it sent so far. */
export const Automation = AutomationDraft.extend({
  id: Id,
  version: Version,
  /** Whether readers must have opted in: everything about buying something does. */
  isMarketing: z.boolean(),
  event: EventReference.nullable(),
  counts: CampaignCounts,
  results: CampaignResults,
  updatedAt: Instant,
});
export type Automation = z.infer<typeof Automation>;

export const listAutomations = adminEndpoint("GET /api/admin/automations", "Automations with what they sent", {
  reply: Items(Automation),
});
/** The same as files. Money is in whole units of each currency. */
export const exportAutomations = fileEndpoint("/api/admin/automations.csv", z.object({}), undefined, false);
/** `not_ready` if it is on, needs an opt-in and the settings have no postal address; `not_found` for an unknown event. */
export const createAutomation = adminEndpoint("POST /api/admin/automations", "Create an automation", {
  delicate: 30,
  body: AutomationDraft,
  reply: Automation,
  status: 201,
  errors: ["not_found", "not_ready"],
});
/** `not_ready` also if its trigger would change after it sent something: create a new one. */
export const changeAutomation = adminEndpoint("PUT /api/admin/automations/{id}", "Change, turn on or turn off", {
  delicate: 30,
  params: ById,
  body: AutomationDraft.extend({ version: Version }),
  reply: Automation,
  errors: ["not_found", "edited_meanwhile", "not_ready"],
});
/** `not_found` also for one that has sent something: it can only be turned off. */
export const deleteAutomation = adminEndpoint("DELETE /api/admin/automations/{id}", "Delete an automation", {
  params: ById,
  reply: Empty,
});
/** The email is in the outbox; the activity log records the address. */
export const testAutomation = adminEndpoint(
  "POST /api/admin/automations/{id}/test",
  "Send an automation's message to one address, marked as a test",
  { params: ById, body: z.strictObject({ email: Email }), reply: Empty, errors: ["not_found", "too_many_requests"] },
);
