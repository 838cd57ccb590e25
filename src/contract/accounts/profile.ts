import { z } from "zod";
import { LinkToken, NewPassword } from "./recovery.ts";
import { User } from "./accounts.ts";
import { endpoint } from "../endpoint.ts";
import { CurrentPassword, Email, registerFields } from "../form-fields.ts";
import { Empty, Instant, InstantOrNull, TextOrNull } from "../shapes.ts";

/** The account as its owner sees it: the session's user, and what only the account panel needs. */
export const Profile = User.extend({
  /** The profile picture at 512 px; `avatar` is 96 px. */
  avatarLarge: TextOrNull,
  /** An email address that isn't confirmed yet. It has no effect until then. */
  pendingEmail: TextOrNull,
  /** False for guests, and for users who only sign in with another service. */
  hasPassword: z.boolean(),
  passwordChangedAt: InstantOrNull,
  createdAt: Instant,
});
export type Profile = z.infer<typeof Profile>;

/** `not_signed_in` if the account was deleted since the session was read. */
export const getProfile = endpoint("GET /api/me/profile", "The account of this user", {
  access: "guest",
  reply: Profile,
  errors: ["not_signed_in"],
});

/** The name shows everywhere from the next request on. */
export const changeProfile = endpoint("PATCH /api/me/profile", "Change the display name", {
  access: "member",
  body: z.strictObject({ displayName: registerFields.displayName }),
  reply: Profile,
});

/** Limits for a profile picture, checked by its bytes, not its declared type. AVIF costs most to decode. */
export const avatarFile = {
  types: ["image/png", "image/jpeg", "image/webp", "image/avif"],
  maxBytes: 10 * 1024 * 1024,
  maxPixels: { png: 25_000_000, jpeg: 25_000_000, webp: 25_000_000, avif: 5_000_000 },
} as const;

/**
 * One upload per person at a time (`too_many_requests`), and few people wait (`unavailable`). The former files are
 * deleted.
 */
export const setAvatar = endpoint(
  "POST /api/me/avatar",
  "Set the profile picture: its center square, at 512 and 96 px, without camera metadata",
  {
    access: "member",
    limit: "upload",
    upload: { types: avatarFile.types, maxBytes: avatarFile.maxBytes },
    reply: Profile,
    errors: ["too_large", "unsupported_media_type", "unavailable", "storage_full"],
  },
);

/** Deletes its files too. Without a picture, nothing changes. */
export const removeAvatar = endpoint("DELETE /api/me/avatar", "Remove the profile picture", {
  access: "member",
  reply: Profile,
});

/**
 * Until then the confirmed email stays, and the new one owns nothing. The reply never says whether another account has
 * the address. Five links an hour, then `too_many_requests`.
 */
export const changeEmail = endpoint(
  "PUT /api/me/email",
  "Set or replace the email; it takes effect once its emailed link is used",
  {
    access: "member",
    limit: "auth",
    body: z.strictObject({ email: Email, password: z.optional(CurrentPassword) }),
    reply: Profile,
    errors: ["wrong_password", "confirmation_required", "too_many_requests"],
  },
);

/** The confirmed email stays. */
export const dropPendingEmail = endpoint(
  "DELETE /api/me/email/pending",
  "Cancel an email change; its link stops working",
  {
    access: "member",
    reply: Profile,
  },
);

/**
 * A link works once. Orders placed with the address belong to the account from then on. `email_taken` if another
 * account has confirmed it, `link_over` also in a session of another account.
 */
export const confirmEmail = endpoint(
  "POST /api/me/email/confirm",
  "Confirm the email by its link, signed in to the account that requested it; ends the account's other sessions",
  {
    access: "member",
    limit: "auth",
    body: z.strictObject({ token: LinkToken }),
    reply: Profile,
    errors: ["link_over", "email_taken"],
  },
);

/**
 * Also revokes unused links and a pending email. `not_allowed` for an account without a password; `wrong_password` also
 * if the password was changed meanwhile.
 */
export const changePassword = endpoint(
  "POST /api/me/password",
  "Change the password; renews this session and ends all others",
  {
    access: "member",
    limit: "auth",
    body: z.strictObject({ currentPassword: CurrentPassword, password: NewPassword }),
    reply: Empty,
    errors: ["wrong_password", "not_allowed", "too_many_requests", "unavailable"],
  },
);
