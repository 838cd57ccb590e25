import { z } from "zod";
import { Role } from "./accounts.ts";
import { Reason } from "./comps.ts";
import { endpoint } from "./endpoint.ts";
import { Cursor, CursorList, Id, IdParam, Instant, Page } from "./shapes.ts";

/** A person as staff see them. */
export const Person = z.object({
  id: Id,
  username: z.string(),
  displayName: z.string(),
  email: z.string().nullable(),
  role: Role,
  createdAt: Instant,
  /** Since when they may not sign in; null for everybody else. */
  suspendedAt: Instant.nullable(),
  /** Why: they read it when they try to sign in. */
  suspendedReason: z.string().nullable(),
  /** When a session of theirs was last used, to the hour; null when they have none. */
  lastSeenAt: Instant.nullable(),
});
export type Person = z.infer<typeof Person>;

/** `accounts` is everybody but guests. */
export const PeopleFilter = z.enum(["accounts", "guest", "user", "moderator", "admin", "everyone"]);
export type PeopleFilter = z.infer<typeof PeopleFilter>;
export const PeopleSort = z.enum(["name", "-name", "username", "-username", "-createdAt", "createdAt"]);
export type PeopleSort = z.infer<typeof PeopleSort>;

export const PeopleQuery = z.object({
  /** Beginnings of words of the name, the username or the address; or an order's number, a ticket's code or number. */
  q: z.string().trim().max(100).optional(),
  role: PeopleFilter.default("accounts"),
  state: z.enum(["active", "suspended"]).optional(),
  sort: PeopleSort.default("-createdAt"),
  page: Page,
  cursor: Cursor,
});
export type PeopleQuery = z.infer<typeof PeopleQuery>;

export const listPeople = endpoint({
  method: "GET",
  path: "/api/admin/users",
  summary: "Everybody who has an account, or came as a guest",
  access: "admin",
  limit: "read",
  query: PeopleQuery,
  reply: CursorList(Person),
  errors: ["invalid_input"],
});

export const exportPeople = endpoint({
  method: "GET",
  path: "/api/admin/users.csv",
  summary: "The same list, whole, as a file for spreadsheets",
  access: "admin",
  limit: "write",
  delicate: true,
  query: PeopleQuery.omit({ page: true, cursor: true }),
  reply: z.string(),
  errors: ["invalid_input"],
});

const params = z.object({ id: IdParam });

export const PersonDetail = Person.extend({
  /** Browsers that are signed in now. */
  sessionCount: z.int(),
  /** False for the last admin, for guests and for oneself. */
  canChangeRole: z.boolean(),
  canSuspend: z.boolean(),
  canDelete: z.boolean(),
  /** Whether a code or a passkey is asked of them at sign-in. */
  hasSecondFactor: z.boolean(),
  canResetFactors: z.boolean(),
  /** Came by another service or never chose one. */
  hasPassword: z.boolean(),
});
export type PersonDetail = z.infer<typeof PersonDetail>;

export const getPerson = endpoint({
  method: "GET",
  path: "/api/admin/users/{id}",
  summary: "One person",
  access: "admin",
  limit: "read",
  params,
  reply: PersonDetail,
  errors: ["not_found"],
});

const change = (path: string, summary: string) =>
  endpoint({
    method: "POST",
    path,
    summary,
    access: "admin",
    limit: "write",
    params,
    delicate: true,
    body: z.strictObject({ reason: Reason }),
    reply: PersonDetail,
    errors: ["not_found", "not_allowed", "last_admin"],
  });

export const changeRole = endpoint({
  method: "POST",
  path: "/api/admin/users/{id}/role",
  summary: "Give a person another role; never takes the last admin away",
  access: "admin",
  limit: "write",
  delicate: true,
  params,
  body: z.strictObject({ role: z.enum(["user", "moderator", "admin"]), reason: Reason }),
  reply: PersonDetail,
  errors: ["not_found", "not_allowed", "last_admin"],
});

export const suspendPerson = change(
  "/api/admin/users/{id}/suspend",
  "Keep a person out: all of their sessions end at once",
);
export const unsuspendPerson = change("/api/admin/users/{id}/unsuspend", "Let a person sign in again");

export const resetFactors = change(
  "/api/admin/users/{id}/reset-factors",
  "Take away a second factor that its person lost: they are signed out, told by mail, and set up a new one",
);
