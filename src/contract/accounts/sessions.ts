import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Empty, Instant, Items } from "../shapes.ts";

/** Identifies a session without revealing its secret: the first half of the secret's hash, in hex. */
export const SessionId = z.string().regex(/^[0-9a-f]{32}$/);

/** `current` marks the session that the call came with. */
export const SessionEntry = z.object({
  id: SessionId,
  /** "Chrome on Android", as the browser reported at sign-in. */
  device: z.string(),
  kind: z.enum(["phone", "tablet", "desktop", "other"]),
  createdAt: Instant,
  /** To the hour. */
  lastSeenAt: Instant,
  current: z.boolean(),
});
export type SessionEntry = z.infer<typeof SessionEntry>;

/** The others by last use, the latest first. */
export const listSessions = endpoint("GET /api/me/sessions", "This account's sessions, this one first", {
  access: "guest",
  reply: Items(SessionEntry),
});

/** `not_found` for another account's session. */
export const endSession = endpoint("DELETE /api/me/sessions/{id}", "Sign out one session", {
  access: "guest",
  params: z.object({ id: SessionId }),
  reply: Empty,
});

/** Their open realtime streams end too. */
export const endOtherSessions = endpoint("DELETE /api/me/sessions", "Sign out all other sessions", {
  access: "guest",
  reply: Empty,
});
