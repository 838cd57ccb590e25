import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { loginFields, registerFields } from "../form-fields.ts";
import { Empty, Id, NoBody, TextOrNull } from "../shapes.ts";

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

export const LoginForm = z.strictObject(loginFields);
export type LoginForm = z.infer<typeof LoginForm>;

/** `confirmPassword` stays in the browser. */
export const RegisterForm = z.strictObject(registerFields);
export type RegisterForm = z.infer<typeof RegisterForm>;

export const getMe = endpoint("GET /api/me", "The user of this session", {
  access: "guest",
  reply: User,
  errors: ["not_signed_in"],
});

export const login = endpoint("POST /api/auth/login", "Sign in with username and password", {
  access: "public",
  limit: "auth",
  body: LoginForm,
  reply: User,
  errors: ["account_not_found", "wrong_password", "second_factor_required", "suspended", "too_many_requests"],
});

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

export const continueAsGuest = endpoint("POST /api/auth/guest", "Continue as a guest", {
  access: "public",
  limit: "auth",
  body: NoBody,
  reply: User,
  status: 201,
  errors: ["too_many_requests"],
});

export const logout = endpoint("POST /api/auth/logout", "End this session", {
  access: "public",
  body: NoBody,
  reply: Empty,
});
