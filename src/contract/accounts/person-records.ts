import { z } from "zod";
import { OpenMatter } from "./deletion.ts";
import { SessionEntry, SessionId } from "./sessions.ts";
import { AuditEntry } from "../audit.ts";
import { Reason } from "../form-fields.ts";
import { adminEndpoint } from "../endpoint.ts";
import { PersonDetail } from "./admin.ts";
import { ById, Empty, Id, IdParam, Instant, Items, ReasonBody, TextOrNull } from "../shapes.ts";

/** Latest seen first. */
export const listPersonSessions = adminEndpoint("GET /api/admin/users/{id}/sessions", "A customer's sessions", {
  params: ById,
  reply: Items(SessionEntry.omit({ current: true })),
});

/** Without `sessionId`, all sessions end. They can sign in again. `not_found` for a session that isn't theirs. */
export const endPersonSessions = adminEndpoint(
  "POST /api/admin/users/{id}/end-sessions",
  "Sign a customer out of one session, or everywhere",
  {
    params: ById,
    body: z.strictObject({ sessionId: SessionId.optional(), reason: Reason }),
    reply: PersonDetail,
  },
);

/** The kind of a timeline's entry, one per module that adds entries: account, order, ticket, admission, mail, staff. */
const MomentKind = z.string().regex(/^[a-z]{1,40}$/);

/** One entry of a customer's timeline. */
export const PersonMoment = z.object({
  key: z.string(),
  at: Instant,
  kind: MomentKind,
  title: z.string(),
  detail: TextOrNull,
  /** The admin page with details. */
  path: TextOrNull,
  /** The activity log entry, for staff actions. */
  audit: AuditEntry.nullable(),
});
export type PersonMoment = z.infer<typeof PersonMoment>;

/** Pages of 40. The kinds come from the modules; `invalid_input` for one that none has. */
export const getTimeline = adminEndpoint(
  "GET /api/admin/users/{id}/timeline",
  "A customer's timeline, newest first; page with `before` set to the response's `next`",
  {
    params: ById,
    query: z.object({
      kind: MomentKind.optional(),
      before: z
        .string()
        .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z~[a-z]+:[\w-]{1,80}$/)
        .refine((cursor) => !Number.isNaN(Date.parse(cursor.split("~")[0]!)))
        .optional(),
    }),
    reply: z.object({
      items: z.array(PersonMoment),
      next: TextOrNull,
      /** All kinds that a timeline can have. */
      kinds: z.array(MomentKind),
    }),
  },
);

/** The same file as the customer's own export. The activity log records it, with the reason. */
export const exportPerson = adminEndpoint(
  "POST /api/admin/users/{id}/export",
  "All data about a customer, as a file, for someone who asked for it and can't sign in",
  {
    delicate: 30,
    params: ById,
    body: ReasonBody,
    reply: z.record(z.string(), z.unknown()),
  },
);

/** What a guest merge moves to an account. */
export const MergePlan = z.object({
  guest: z.object({ id: Id, username: z.string(), displayName: z.string(), createdAt: Instant }),
  moves: z.array(z.object({ name: z.string(), count: z.int() })),
  /** Number of browsers in which the guest is signed out. */
  sessionCount: z.int(),
});
export type MergePlan = z.infer<typeof MergePlan>;

const mergeErrors = ["not_found", "not_allowed"] as const;

/** `not_allowed` unless `guestId` is a guest and `id` an account. */
export const planMerge = adminEndpoint(
  "GET /api/admin/users/{id}/merge",
  "Preview a merge of a guest into this account. Changes nothing",
  {
    params: ById,
    query: z.object({ guestId: IdParam }),
    reply: MergePlan,
    errors: [...mergeErrors],
  },
);

/**
 * Prices, statuses and codes stay the same; the guest's sessions end. Of two merges of one guest, the second gets
 * `not_found`.
 */
export const mergeGuest = adminEndpoint(
  "POST /api/admin/users/{id}/merge",
  "Merge a guest into an account: moves everything the guest has and ends the guest",
  {
    delicate: 30,
    params: ById,
    body: z.strictObject({ guestId: Id, reason: Reason }),
    reply: MergePlan,
    errors: mergeErrors,
  },
);

/** What the customer would see in their own account. Changes nothing. */
export const weighPersonDeletion = adminEndpoint(
  "GET /api/admin/users/{id}/deletion",
  "What blocks deleting a customer now",
  {
    params: ById,
    reply: z.object({ openMatters: z.array(OpenMatter), lastAdmin: z.boolean() }),
  },
);

/** By the same rules as deleting one's own account, without its password. The activity log records the reason. */
export const deletePerson = adminEndpoint(
  "POST /api/admin/users/{id}/delete",
  "Delete a customer who asked for it: deletes names and addresses; orders keep their numbers and amounts",
  {
    delicate: 30,
    params: ById,
    body: z.strictObject({ reason: Reason, giveUpTickets: z.boolean().optional() }),
    reply: Empty,
    errors: ["not_found", "not_allowed", "last_admin", "tickets_ahead", "payment_under_way", "items_ahead"],
  },
);
