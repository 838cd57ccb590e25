import { z } from "zod";
import { Role } from "./accounts.ts";
import { Reason } from "../form-fields.ts";
import { adminEndpoint, fileEndpoint, listEndpoint } from "../endpoint.ts";
import { ById, CursorList, Id, Instant, InstantOrNull, paging, ReasonBody, SearchText, TextOrNull } from "../shapes.ts";

/** A customer as staff see them. */
export const Person = z.object({
  id: Id,
  username: z.string(),
  displayName: z.string(),
  email: TextOrNull,
  role: Role,
  createdAt: Instant,
  /** When the account was suspended; null if it isn't. */
  suspendedAt: InstantOrNull,
  /** Why. The customer sees it when they try to sign in. */
  suspendedReason: TextOrNull,
  /** When any of their sessions was last used, to the hour; null if they have none. */
  lastSeenAt: InstantOrNull,
});
export type Person = z.infer<typeof Person>;

/** `accounts` is everyone except guests. */
export const PeopleFilter = z.enum(["accounts", "guest", "user", "moderator", "admin", "everyone"]);
export type PeopleFilter = z.infer<typeof PeopleFilter>;
/** A leading `-` sorts in descending order. */
export const PeopleSort = z.enum(["name", "-name", "username", "-username", "-createdAt", "createdAt"]);

/** Without filters: everyone but guests, the newest account first. */
export const PeopleQuery = z.object({
  /** Word prefixes of the name, username or email; or an order number, a ticket code or a ticket number. */
  q: SearchText,
  role: PeopleFilter.default("accounts"),
  status: z.enum(["active", "suspended"]).optional(),
  sort: PeopleSort.default("-createdAt"),
  ...paging,
});
export type PeopleQuery = z.infer<typeof PeopleQuery>;

/** A search also asks other modules for people whose records match, such as an order number. */
export const listPeople = listEndpoint(
  "/api/admin/users",
  "All customers with an account, and guests",
  PeopleQuery,
  CursorList(Person),
);

/** Every row that the query finds. Times are in UTC. */
export const exportPeople = fileEndpoint("/api/admin/users.csv", PeopleQuery.omit({ page: true, cursor: true }));

/** The `can…` fields say what the calling admin may do to this customer now. The server checks again. */
export const PersonDetail = Person.extend({
  /** Number of signed-in browsers. */
  sessionCount: z.int(),
  /** False for the last admin, for guests and for the caller. */
  canChangeRole: z.boolean(),
  canSuspend: z.boolean(),
  canDelete: z.boolean(),
  /** Whether sign-in requires a code or a passkey. */
  hasSecondFactor: z.boolean(),
  canResetFactors: z.boolean(),
  /** False if they sign in with another service or never set one. */
  hasPassword: z.boolean(),
});
export type PersonDetail = z.infer<typeof PersonDetail>;

/** `not_found` for a deleted account too. */
export const getPerson = adminEndpoint("GET /api/admin/users/{id}", "One customer", {
  params: ById,
  reply: PersonDetail,
});

const change = (path: `/api/admin/${string}`, summary: string) =>
  adminEndpoint(`POST ${path}`, summary, {
    params: ById,
    delicate: 5,
    body: ReasonBody,
    reply: PersonDetail,
    errors: ["not_found", "not_allowed", "last_admin"],
  });

/**
 * Counts from the customer's next request on. All admins are locked, so two of them can't demote each other and leave
 * none. The same role again changes and records nothing.
 */
export const changeRole = adminEndpoint(
  "POST /api/admin/users/{id}/role",
  "Change a customer's role. The last admin can't lose the role",
  {
    delicate: 5,
    params: ById,
    body: z.strictObject({ role: z.enum(["user", "moderator", "admin"]), reason: Reason }),
    reply: PersonDetail,
    errors: ["not_found", "not_allowed", "last_admin"],
  },
);

/** The customer reads the reason when they try to sign in. Suspending again changes nothing. */
export const suspendPerson = change(
  "/api/admin/users/{id}/suspend",
  "Suspend a customer and end all of their sessions at once",
);
/** They can sign in again. Without a suspension, nothing changes. */
export const unsuspendPerson = change("/api/admin/users/{id}/unsuspend", "Lift a suspension");

/**
 * Deletes the authenticator app, passkeys and recovery codes. `not_found` if there is nothing to reset; `not_allowed`
 * for the caller's own, which another admin has to reset.
 */
export const resetFactors = change(
  "/api/admin/users/{id}/reset-factors",
  "Reset two-factor for a customer who lost it: signs them out and emails them to set it up again",
);
