import { z } from "zod";
import { User } from "./accounts.ts";
import { adminEndpoint, endpoint } from "../endpoint.ts";
import { Empty, Id, IdParam, Instant, InstantOrNull, Line, NoBody } from "../shapes.ts";

const Base64Url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);

/** Six digits from an authenticator app, with or without a space or a dash in the middle. */
export const TotpCode = z
  .string()
  .max(16)
  .transform((text) => text.replace(/[\s\p{Pd}]/gu, ""))
  .pipe(z.string().regex(/^\d{6}$/, "Enter the 6-digit code"));

/** One of the ten recovery codes. Spaces, dashes and case don't matter. */
export const RecoveryCode = z
  .string()
  .max(40)
  .transform((text) => text.toUpperCase().replace(/[^0-9A-Z]/g, ""))
  .pipe(z.string().regex(/^[0-9A-Z]{10}$/, "Enter the 10-character recovery code"));

/** What an authenticator signed (WebAuthn, section 5.8.2); binary fields are base64url. */
export const Assertion = z.strictObject({
  id: Base64Url(1400),
  clientDataJSON: Base64Url(4000),
  authenticatorData: Base64Url(4000),
  signature: Base64Url(4000),
});
export type Assertion = z.infer<typeof Assertion>;

/** A new key of an authenticator (WebAuthn, section 5.8.1). */
export const Attestation = z.strictObject({
  id: Base64Url(1400),
  // JSON and CBOR in base64url: an object starts with `{"`, and an attestation, a map of three, with 0xa3.
  clientDataJSON: Base64Url(4000).regex(/^eyJ/, "Invalid authenticator response"),
  attestationObject: Base64Url(16_000).regex(/^o2/, "Invalid authenticator response"),
  transports: z
    .array(z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]))
    .min(1)
    .max(7)
    .optional(),
});
export type Attestation = z.infer<typeof Attestation>;

/** One proof of a second factor. */
export const FactorProof = z.union([
  z.strictObject({ code: TotpCode }),
  z.strictObject({ recoveryCode: RecoveryCode }),
  z.strictObject({ assertion: Assertion }),
]);
export type FactorProof = z.infer<typeof FactorProof>;

/** What the browser passes to navigator.credentials, in WebAuthn's format. */
export const AuthenticatorOptions = z.looseObject({ challenge: z.string() });

/** The same for a new passkey. */
const CreationOptions = AuthenticatorOptions.extend({
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
});

const Ticket = z.string().regex(/^[\w-]{43}$/, "Invalid sign-in ticket");

/**
 * Five attempts per ticket. Wrong ones can lock the account and the network, as wrong passwords do. `sign_in_expired`
 * for a ticket that was used or has expired.
 */
export const finishLogin = endpoint(
  "POST /api/auth/second-factor",
  "Finish a sign-in that got second_factor_required",
  {
    access: "public",
    limit: "auth",
    body: z.union([
      z.strictObject({ ticket: Ticket, code: TotpCode }),
      z.strictObject({ ticket: Ticket, recoveryCode: RecoveryCode }),
      z.strictObject({ ticket: Ticket, assertion: Assertion }),
    ]),
    reply: User,
    errors: ["second_factor_wrong", "sign_in_expired", "suspended", "too_many_requests"],
  },
);

/** `not_found` if the account has no passkey. */
export const challengeLogin = endpoint(
  "POST /api/auth/second-factor/challenge",
  "Get the challenge for a passkey to finish a sign-in; valid once, for 5 minutes",
  {
    access: "public",
    limit: "auth",
    body: z.strictObject({ ticket: Ticket }),
    reply: AuthenticatorOptions,
    errors: ["sign_in_expired", "not_found"],
  },
);

/** `lastUsedAt` is null until it is used. */
export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: InstantOrNull,
});
export type Passkey = z.infer<typeof Passkey>;

/** An account's sign-in security, as its owner sees it. */
export const SecondFactors = z.object({
  totp: z.object({ confirmedAt: Instant }).nullable(),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.int(),
  hasPassword: z.boolean(),
  /** True if the user confirmed their identity less than 30 minutes ago: files can be downloaded without asking again. */
  confirmed: z.boolean(),
  /** True if the site requires two-factor for this user and none is set up. */
  missing: z.boolean(),
});
export type SecondFactors = z.infer<typeof SecondFactors>;

/** Ten codes, shown only this once; null if the account already has codes. */
const NewRecoveryCodes = z.array(z.string()).nullable();

const path = "/api/me/second-factor";

/** Secrets and recovery codes are never part of it. */
export const getSecondFactors = endpoint(`GET ${path}`, "This account's sign-in security", {
  access: "member",
  reply: SecondFactors,
});

/** Valid in this session only. `not_found` if the account has no passkey. */
export const challengeConfirm = endpoint(
  "POST /api/me/confirm/challenge",
  "Get the challenge for a passkey to confirm the user's identity",
  {
    access: "member",
    limit: "auth",
    body: NoBody,
    reply: AuthenticatorOptions,
    errors: ["not_found"],
  },
);

/** `confirmation_required` for a password if the account has a second factor: use that. */
export const confirmIdentity = endpoint(
  "POST /api/me/confirm",
  "Confirm the user's identity by two-factor, or by password without it; allows sensitive actions for 5 to 30 minutes",
  {
    access: "member",
    limit: "auth",
    body: z.union([z.strictObject({ password: z.string().min(1).max(1024) }), ...FactorProof.options]),
    reply: Empty,
    errors: ["wrong_password", "second_factor_wrong", "confirmation_required", "too_many_requests"],
  },
);

/** Starting again replaces the secret. `already_exists` once an app is set up. */
export const startTotp = endpoint(
  `POST ${path}/totp`,
  "Start authenticator app setup: returns a secret that takes effect once a code is confirmed",
  {
    access: "member",
    body: NoBody,
    reply: z.object({ secret: z.string(), uri: z.string() }),
    errors: ["confirmation_required", "already_exists"],
  },
);

/**
 * `not_found` if no setup was started. `confirmation_required` if the user hasn't confirmed their identity in the last
 * half hour, as for every change of factors.
 */
export const confirmTotp = endpoint(
  `POST ${path}/totp/confirm`,
  "Finish authenticator app setup; an account's first factor ends its other sessions",
  {
    access: "member",
    limit: "auth",
    body: z.strictObject({ code: TotpCode }),
    reply: z.object({ recoveryCodes: NewRecoveryCodes }),
    errors: ["confirmation_required", "second_factor_wrong", "not_found", "too_many_requests"],
  },
);

/** Without any factor left, the recovery codes are deleted too. */
export const removeTotp = endpoint(`DELETE ${path}/totp`, "Remove the authenticator app", {
  access: "member",
  reply: Empty,
  errors: ["confirmation_required", "not_found"],
});

/** `not_found` without a second factor: there is nothing to recover. */
export const renewRecoveryCodes = endpoint(
  `POST ${path}/recovery-codes`,
  "Create ten new recovery codes; the old ones stop working",
  {
    access: "member",
    body: NoBody,
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ["confirmation_required", "not_found"],
  },
);

/** Ten passkeys per account (`over_limit`). */
export const startPasskey = endpoint(
  `POST ${path}/passkeys/options`,
  "Get the options for a device to create a passkey",
  {
    access: "member",
    body: NoBody,
    reply: CreationOptions,
    errors: ["confirmation_required", "over_limit"],
  },
);

/**
 * `invalid_input` for an answer to another challenge, or one that doesn't verify. `already_exists` for a stored
 * passkey.
 */
export const addPasskey = endpoint(
  `POST ${path}/passkeys`,
  "Add a passkey; an account's first factor ends its other sessions",
  {
    access: "member",
    body: z.strictObject({ name: Line(1, 60), attestation: Attestation }),
    reply: z.object({ passkey: Passkey, recoveryCodes: NewRecoveryCodes }),
    status: 201,
    errors: ["confirmation_required", "already_exists", "over_limit"],
  },
);

const passkeyParams = z.strictObject({ id: IdParam });

/** `not_found` also for another account's passkey. */
export const renamePasskey = endpoint(`PATCH ${path}/passkeys/{id}`, "Rename a passkey", {
  access: "member",
  params: passkeyParams,
  body: z.strictObject({ name: Line(1, 60) }),
  reply: Passkey,
});

/** Without any factor left, the recovery codes are deleted too. */
export const removePasskey = endpoint(`DELETE ${path}/passkeys/{id}`, "Remove a passkey", {
  access: "member",
  params: passkeyParams,
  reply: Empty,
  errors: ["confirmation_required", "not_found"],
});

/** Whether staff must use two-factor. */
export const StaffPolicy = z.object({ required: z.boolean() });
export type StaffPolicy = z.infer<typeof StaffPolicy>;

const policyPath = "/api/admin/policies/staff-second-factor";

/** False until an admin sets it. */
export const getStaffPolicy = adminEndpoint(`GET ${policyPath}`, "Whether staff must use two-factor", {
  reply: StaffPolicy,
});

/**
 * `second_factor_missing` if the caller has none, so that the last admin can't be locked out. The same value again
 * changes and records nothing.
 */
export const setStaffPolicy = adminEndpoint(
  `PUT ${policyPath}`,
  "Require two-factor for staff, or stop requiring it; only for an admin who uses it",
  {
    delicate: 5,
    body: z.strictObject({ required: z.boolean() }),
    reply: StaffPolicy,
    errors: ["second_factor_missing"],
  },
);
