import { z } from "zod";
import { LinkToken, NewPassword } from "./account-recovery.ts";
import { RegisterForm, User } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";
import { Email, Empty, Instant } from "./shapes.ts";

/** The account as its owner sees it: what the session shows, and what only the panel needs. */
export const Profile = User.extend({
  /** The picture at 512 px; `avatar` is the one at 96 px. */
  avatarLarge: z.string().nullable(),
  /** An address that waits to be confirmed. It owns nothing until then. */
  pendingEmail: z.string().nullable(),
  /** False for guests, and for those who sign in by another service only. */
  hasPassword: z.boolean(),
  passwordChangedAt: Instant.nullable(),
  createdAt: Instant,
});
export type Profile = z.infer<typeof Profile>;

/** The password once more, where a session alone is not enough. Left out by those who have none. */
export const CurrentPassword = z.string().min(1, "Enter your password").max(1024);

export const getProfile = endpoint({
  method: "GET",
  path: "/api/me/profile",
  summary: "The account of this person",
  access: "guest",
  limit: "read",
  reply: Profile,
  errors: ["not_signed_in"],
});

export const changeProfile = endpoint({
  method: "PATCH",
  path: "/api/me/profile",
  summary: "Change the display name",
  access: "member",
  limit: "write",
  body: z.strictObject({ displayName: RegisterForm.shape.displayName }),
  reply: Profile,
  errors: ["invalid_input"],
});

/** What a picture may be: judged by its bytes, whatever it says of itself. Sides multiply to 25 million pixels at most. */
export const avatarFile = {
  types: ["image/png", "image/jpeg", "image/webp", "image/avif"],
  maxBytes: 10 * 1024 * 1024,
  maxPixels: 25_000_000,
} as const;

export const setAvatar = endpoint({
  method: "POST",
  path: "/api/me/avatar",
  summary: "Set the picture: its middle square is kept, at 512 and 96 px, without what the camera wrote into it",
  access: "member",
  limit: "upload",
  upload: { types: avatarFile.types, maxBytes: avatarFile.maxBytes },
  reply: Profile,
  errors: ["invalid_input", "too_large", "unsupported_media_type", "unavailable", "storage_full"],
});

export const removeAvatar = endpoint({
  method: "DELETE",
  path: "/api/me/avatar",
  summary: "Remove the picture",
  access: "member",
  limit: "write",
  reply: Profile,
  errors: [],
});

export const changeEmail = endpoint({
  method: "PUT",
  path: "/api/me/email",
  summary: "Set or replace the e-mail: it counts once the link that is mailed to it was used",
  access: "member",
  limit: "auth",
  body: z.strictObject({ email: Email, password: CurrentPassword.optional() }),
  reply: Profile,
  errors: ["invalid_input", "wrong_password", "confirmation_required", "too_many_requests"],
});

export const dropPendingEmail = endpoint({
  method: "DELETE",
  path: "/api/me/email/pending",
  summary: "Give up a change of the e-mail: its link is worth nothing from now on",
  access: "member",
  limit: "write",
  reply: Profile,
  errors: [],
});

export const confirmEmail = endpoint({
  method: "POST",
  path: "/api/me/email/confirm",
  summary: "Confirm the e-mail by its link, signed in to the account that asked; ends the account's other sessions",
  access: "member",
  limit: "auth",
  body: z.strictObject({ token: LinkToken }),
  reply: Profile,
  errors: ["link_over", "email_taken"],
});

export const changePassword = endpoint({
  method: "POST",
  path: "/api/me/password",
  summary: "Change the password; this session gets a new secret and all others end",
  access: "member",
  limit: "auth",
  body: z.strictObject({ currentPassword: CurrentPassword, password: NewPassword }),
  reply: Empty,
  errors: ["invalid_input", "wrong_password", "not_allowed", "too_many_requests", "unavailable"],
});
