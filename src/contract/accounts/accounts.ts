import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { ActiveGrant } from "../grants/kinds.ts";
import { loginFields, registerFields } from "../form-fields.ts";
import { Empty, Id, NoBody, TextOrNull } from "../shapes.ts";

/**
 * A `guest` has a session and no account. Each later role can do what those before it can; staff are moderators and
 * admins.
 */
export const Role = z.enum(["guest", "user", "moderator", "admin"]);
export type Role = z.infer<typeof Role>;

/** The user of a session. `isGuest` follows from the role. */
export const User = z.object({
  id: Id,
  username: z.string(),
  displayName: z.string(),
  avatar: TextOrNull,
  role: Role,
  isGuest: z.boolean(),
  email: TextOrNull,
});
export type User = z.infer<typeof User>;

/** Its limits are looser than the registration form's (specification, section 5). */
export const LoginForm = z.strictObject(loginFields);
export type LoginForm = z.infer<typeof LoginForm>;

/** `confirmPassword` stays in the browser. */
export const RegisterForm = z.strictObject(registerFields);
export type RegisterForm = z.infer<typeof RegisterForm>;

/** The user of a session, with what they may do as staff besides their role. */
export const Me = User.extend({
  /** Left out for those who have none, and for admins, who may do everything. */
  grants: z.array(ActiveGrant).optional(),
});
export type Me = z.infer<typeof Me>;

/** Renews the browser's cookie now and then, because each use extends the session in the database. */
export const getMe = endpoint("GET /api/me", "The user of this session", {
  access: "guest",
  reply: Me,
  errors: ["not_signed_in"],
});

/**
 * Opens a session and ends the browser's former one; a guest's orders stay with the guest. With two-factor there is no
 * session yet: `second_factor_required` has the ticket to finish with. Failed attempts can lock the account and the
 * network.
 */
export const login = endpoint("POST /api/auth/login", "Sign in with username and password", {
  access: "public",
  limit: "auth",
  body: LoginForm,
  reply: User,
  errors: ["account_not_found", "wrong_password", "second_factor_required", "suspended", "too_many_requests"],
});

/**
 * Signs in to the new account; the guest's sessions end. Of several registrations of one name at once, in any letter
 * case or lookalike letters, one succeeds.
 */
export const register = endpoint(
  "POST /api/auth/register",
  "Create an account; a guest who registers keeps the same id, orders and tickets",
  {
    access: "public",
    limit: "auth",
    body: RegisterForm,
    reply: User,
    status: 201,
    errors: ["username_taken"],
  },
);

/** A browser that is a guest already stays this guest. One that is signed in is signed out first. */
export const continueAsGuest = endpoint("POST /api/auth/guest", "Continue as a guest", {
  access: "public",
  limit: "auth",
  body: NoBody,
  reply: User,
  status: 201,
  errors: ["too_many_requests"],
});

/** Succeeds without a session too. Open realtime streams of the session end. */
export const logout = endpoint("POST /api/auth/logout", "End this session", {
  access: "public",
  body: NoBody,
  reply: Empty,
});
