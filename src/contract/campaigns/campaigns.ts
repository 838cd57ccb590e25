import { z } from "zod";
import { adminEndpoint, endpoint, fileEndpoint, listEndpoint } from "../endpoint.ts";
import { Email } from "../form-fields.ts";
import {
  ById,
  Cents,
  Currency,
  CursorList,
  Empty,
  EventReference,
  Id,
  IdParam,
  Instant,
  InstantOrNull,
  Line,
  NoBody,
  paging,
  SearchText,
  TextOrNull,
  Version,
} from "../shapes.ts";
import { EmailToken } from "../consent/consent.ts";
import { SiteRefusal } from "../email/delivery.ts";
import { isTimeZone } from "../zoned-time.ts";
import { findVariableProblem, textsOf } from "../email/variables.ts";
import { Audience, CampaignPurpose, listBytes } from "./audiences.ts";

/** `draft` can be edited; `scheduled` waits for its time; `stopped` and `done` are final. */
export const CampaignStatus = z.enum(["draft", "scheduled", "running", "paused", "stopped", "done"]);
export type CampaignStatus = z.infer<typeof CampaignStatus>;

/** A link of a message: a URL of the web, or a path of this site. */
export const WebUrl = z
  .url({ protocol: /^https?$/ })
  .max(1000)
  .or(
    z.string().regex(/^\/(?!\/)[^\s"<>\\]{0,500}$/, "Enter a link like https://… or a path of this site like /events"),
  );

/**
 * What a campaign or an automation says. The body is Markdown. All texts and the button's link take the variables
 * {{firstName}} and {{eventTitle}}; others are refused. In a link, values are encoded.
 */
export const MessageContent = z
  .strictObject({
    subject: Line(3, 150),
    /** What inboxes show after the subject; may be empty. */
    preheader: Line(0, 150),
    body: z.string().trim().min(1).max(20_000),
    /** A picture of the media library, shown on top. */
    heroKey: z.string().max(200).nullable(),
    button: z.strictObject({ label: Line(2, 40), url: WebUrl }).nullable(),
    /** The event whose card is shown below the text. */
    eventId: Id.nullable(),
  })
  .superRefine((content, { addIssue }) => {
    for (const [name, text] of Object.entries(textsOf(content))) {
      const message = findVariableProblem(text);
      if (message !== undefined) addIssue({ code: "custom", path: name.split("."), message });
    }
  });
export type MessageContent = z.infer<typeof MessageContent>;

/**
 * What became of each recipient. `waiting`: not sent yet. `unknown`: the email server went silent; not sent again.
 * `skipped`: suppressed, opted out or no longer opted in when it was their turn, or the campaign was stopped.
 */
export const RecipientStatus = z.enum(["waiting", "sending", "sent", "not_sent", "failed", "unknown", "skipped"]);
export type RecipientStatus = z.infer<typeof RecipientStatus>;

/** Recipients by `RecipientStatus`. */
export const CampaignCounts = z.object({
  total: z.int(),
  waiting: z.int(),
  sending: z.int(),
  sent: z.int(),
  not_sent: z.int(),
  failed: z.int(),
  unknown: z.int(),
  skipped: z.int(),
});
export type CampaignCounts = z.infer<typeof CampaignCounts>;

/** What came of a campaign: people who clicked, and the orders that its links brought. */
export const CampaignResults = z.object({
  /** Recipients who clicked at least once. */
  clickers: z.int(),
  clicks: z.int(),
  unsubscribes: z.int(),
  /** Paid orders that were attributed to it, and the revenue of these orders, per currency. */
  revenue: z.array(z.object({ currency: Currency, orders: z.int(), revenueCents: Cents })),
});
export type CampaignResults = z.infer<typeof CampaignResults>;

/** A campaign in a list, without its message and audience. */
export const CampaignSummary = z.object({
  id: Id,
  version: Version,
  name: z.string(),
  purpose: CampaignPurpose,
  /** The event that an event message is about. */
  event: EventReference.nullable(),
  status: CampaignStatus,
  /** Why it paused by itself; null if staff paused it, or once it goes on. */
  problem: SiteRefusal.nullable(),
  subject: z.string(),
  /** When it starts by itself, and in which time zone that was chosen. */
  scheduledAt: InstantOrNull,
  timeZone: z.string(),
  /** Its audience is being written down; counts still grow. */
  isCollecting: z.boolean(),
  counts: CampaignCounts,
  createdAt: Instant,
  startedAt: InstantOrNull,
  endedAt: InstantOrNull,
});
export type CampaignSummary = z.infer<typeof CampaignSummary>;

/** `confirmedCount` is null until someone sends or schedules it. */
export const Campaign = CampaignSummary.extend({
  content: MessageContent,
  audience: Audience,
  /** The `utm_campaign` of its links; `utm_source` is `email`. */
  utmCampaign: z.string(),
  /** How many people the sender confirmed. */
  confirmedCount: z.int().nullable(),
  results: CampaignResults,
  /** The links of the message, with their clicks. */
  links: z.array(z.object({ url: z.string(), clickers: z.int(), clicks: z.int() })),
  createdBy: TextOrNull,
});
export type Campaign = z.infer<typeof Campaign>;

/** Only drafts can be changed: a scheduled campaign has to become a draft again first. */
export const CampaignDraft = z.strictObject({
  name: Line(2, 80),
  purpose: CampaignPurpose,
  /** Required for an event message: its recipients have tickets for this event. */
  eventId: Id.nullable(),
  content: MessageContent,
  audience: Audience,
});
export type CampaignDraft = z.infer<typeof CampaignDraft>;

export const CampaignQuery = z.object({
  q: SearchText,
  status: CampaignStatus.optional(),
  purpose: CampaignPurpose.optional(),
  eventId: IdParam.optional(),
  ...paging,
});
export type CampaignQuery = z.infer<typeof CampaignQuery>;

export const listCampaigns = listEndpoint(
  "/api/admin/campaigns",
  "Campaigns and messages to attendees, newest first",
  CampaignQuery,
  CursorList(CampaignSummary),
);

/** With the numbers of their recipients. Times are in UTC. */
export const exportCampaigns = fileEndpoint(
  "/api/admin/campaigns.csv",
  CampaignQuery.omit({ page: true, cursor: true }),
  undefined,
  false,
);
/** `invalid_input` for an event message without an event. */
export const createCampaign = adminEndpoint("POST /api/admin/campaigns", "Create a draft", {
  maxBytes: listBytes,
  body: CampaignDraft,
  reply: Campaign,
  status: 201,
  errors: ["not_found", "invalid_input"],
});
const one = { params: ById, reply: Campaign };
export const getCampaign = adminEndpoint("GET /api/admin/campaigns/{id}", "A campaign with its progress and results", {
  ...one,
});
/** `not_a_draft` once it is scheduled or sent; `edited_meanwhile` if someone else saved since `version`. */
export const changeCampaign = adminEndpoint("PUT /api/admin/campaigns/{id}", "Change a draft", {
  ...one,
  maxBytes: listBytes,
  body: CampaignDraft.extend({ version: Version }),
  errors: ["not_found", "edited_meanwhile", "not_a_draft", "invalid_input"],
});
/** `not_a_draft` once it is scheduled or sent. */
export const deleteCampaign = adminEndpoint("DELETE /api/admin/campaigns/{id}", "Delete a draft", {
  params: ById,
  reply: Empty,
  errors: ["not_found", "not_a_draft"],
});
/** Of any status. Copies the message and the audience, never recipients and results. */
export const copyCampaign = adminEndpoint("POST /api/admin/campaigns/{id}/copy", "Start a draft from a campaign", {
  ...one,
  body: NoBody,
  status: 201,
});

/** A minute of the calendar; there is no February 30. */
const LocalTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, "Enter a date and a time")
  .refine((value) => {
    const minute = new Date(`${value}Z`);
    return !Number.isNaN(minute.getTime()) && minute.toISOString().startsWith(value);
  }, "This date doesn't exist");

/**
 * `not_ready` without recipients or, for marketing, without a postal address; `over_limit` also for a fourth message
 * about one event within a day; `invalid_input` for a time in the past.
 */
export const scheduleCampaign = adminEndpoint(
  "POST /api/admin/campaigns/{id}/schedule",
  "Send a draft now, or at a local time of a time zone. The sender confirms the number of people",
  {
    ...one,
    delicate: 30,
    body: z.strictObject({
      version: Version,
      /** Local time in `timeZone`; null for now. */
      at: LocalTime.nullable(),
      timeZone: z.string().max(64).refine(isTimeZone, "Enter a time zone like America/New_York"),
      /** The count that the sender saw. `over_limit` if it has changed by more than a tenth, and more than five, since. */
      confirmedCount: z.int().min(1),
    }),
    errors: ["not_found", "edited_meanwhile", "not_a_draft", "not_ready", "over_limit", "invalid_input"],
  },
);
const step = (name: "unschedule" | "pause" | "resume" | "stop", summary: string, delicate?: 30) =>
  adminEndpoint(`POST /api/admin/campaigns/{id}/${name}`, summary, {
    ...one,
    ...(delicate !== undefined && { delicate }),
    body: NoBody,
    errors: ["not_found", "status_final", "not_ready"],
  });
/** `not_ready` unless it is scheduled, `status_final` once it is done or stopped. */
export const unscheduleCampaign = step("unschedule", "Make a scheduled campaign a draft again");
/** What the email server doesn't have at this moment doesn't leave. */
export const pauseCampaign = step("pause", "Pause a running campaign; at most a few emails on their way still leave");
/** `not_ready` unless it is paused. */
export const resumeCampaign = step("resume", "Resume a paused campaign where it stopped", 30);
/** `status_final` if it is done or stopped already. */
export const stopCampaign = step("stop", "Stop a campaign for good; who hasn't got it won't");

/** The email is in the outbox; the activity log records the address. */
export const testCampaign = adminEndpoint(
  "POST /api/admin/campaigns/{id}/test",
  "Send the campaign as it is now to one address, marked as a test",
  { params: ById, body: z.strictObject({ email: Email }), reply: Empty, errors: ["not_found", "too_many_requests"] },
);

/** How a reader's device shows a message; without it, as the browser prefers. */
const Theme = z.enum(["light", "dark"]).optional();

/** With sample data instead of a recipient's. */
export const getCampaignHtml = adminEndpoint(
  "GET /api/admin/campaigns/{id}/html",
  "The campaign as its recipients read it, sandboxed",
  { params: ById, query: z.object({ theme: Theme }), reply: z.string(), replyType: "text/html" },
);

/** A message while it's being typed: parts may be missing, and a link that can't be one yet leads nowhere. */
const MessageInUrl = z.object({
  purpose: CampaignPurpose.default("marketing"),
  subject: Line(0, 150).default(""),
  preheader: Line(0, 150).default(""),
  body: z.string().max(20_000).default(""),
  heroKey: z.string().max(200).optional(),
  buttonLabel: Line(0, 40).default(""),
  buttonUrl: z.string().max(1000).default(""),
  /** The event whose card is shown. */
  cardEventId: IdParam.optional(),
  /** The event that a message to attendees is about. */
  eventId: IdParam.optional(),
  /** The reader's name; empty for someone whose name isn't known. */
  name: Line(0, 120).default("Sam"),
  theme: Theme,
});
export type MessageInUrl = z.infer<typeof MessageInUrl>;

/** The longest query that a preview can have: servers refuse longer addresses. */
export const longestPreviewQuery = 12_000;

/** Nothing is saved. `not_found` for an event that doesn't exist. */
export const previewMessage = adminEndpoint(
  "GET /api/admin/campaigns/preview.html",
  "How a message looks before it's saved, sandboxed, for a frame",
  { query: MessageInUrl, reply: z.string(), errors: ["not_found"] },
);

/** Someone on a campaign's list, as it was written down when the campaign started. */
export const Recipient = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  status: RecipientStatus,
  /** Why it failed or was skipped. */
  reason: TextOrNull,
  /** The email of the outbox, once there is one. */
  mailId: Id.nullable(),
  sentAt: InstantOrNull,
  clicks: z.int(),
});
export type Recipient = z.infer<typeof Recipient>;
const RecipientQuery = z.object({ q: SearchText, status: RecipientStatus.optional(), ...paging });
export type RecipientQuery = z.infer<typeof RecipientQuery>;

export const listRecipients = adminEndpoint("GET /api/admin/campaigns/{id}/recipients", "Who gets a campaign", {
  params: ById,
  query: RecipientQuery,
  reply: CursorList(Recipient),
});
/** Times are in UTC. */
export const exportRecipients = adminEndpoint(
  "GET /api/admin/campaigns/{id}/recipients.csv",
  "The list as a CSV file",
  {
    limit: "write",
    delicate: 30,
    params: ById,
    query: RecipientQuery.omit({ page: true, cursor: true }),
    reply: z.string(),
  },
);

/**
 * The token is signed and names recipient and URL, so it leads nowhere else. Bots and prefetches don't count, and no
 * address or browser is stored.
 */
export const openMailLink = endpoint(
  "GET /api/email/click",
  "Follow a link of a message: redirects to a URL of that message, and counts people's clicks once",
  { access: "public", query: z.object({ c: EmailToken }), reply: z.undefined(), status: 302, errors: ["not_found"] },
);
/** It is one recipient's own, so it is neither cached nor indexed. */
export const openWebVersion = endpoint("GET /api/email/web", "A campaign's message as a page", {
  access: "public",
  query: z.object({ token: EmailToken }),
  reply: z.string(),
  replyType: "text/html",
  errors: ["not_found"],
});
