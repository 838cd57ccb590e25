import * as z from "zod/mini";
import "./field-messages.ts";
import { emailAddressOf } from "./email-address.ts";

// Fields that the web checks before it sends them. They use zod/mini: a page that needs all of zod takes ten kilobytes
// more.

/** Checks of a single line of text: trimmed, no control characters. */
export const lineChecks = (min: number, max: number, tooShort?: string) => [
  z.trim(),
  z.minLength(min, tooShort),
  z.maxLength(max),
  z.regex(
    /^[^\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u,
    "Remove line breaks and other control characters",
  ),
  z.regex(/^(?:$|.*[^\s\p{Cf}\p{Mn}])/u, "Enter at least one visible character"),
];

/** An email address, in the one form of `emailAddressOf`. */
export const Email = z.string().check(
  z.maxLength(300),
  z.refine((text) => emailAddressOf(text) !== undefined, "Enter an email address, such as ada@example.com"),
  z.overwrite((text) => emailAddressOf(text) ?? text),
);

const DisplayName = z.pipe(
  z.string().check(...lineChecks(0, 60)),
  z.string().check(z.minLength(3, "Display name must be at least 3 characters")),
);

/** Rules and messages of the sign-in form (specification, section 5). */
export const loginFields = {
  username: z
    .string()
    .check(
      z.trim(),
      z.minLength(3, "Username must be at least 3 characters"),
      z.maxLength(64, "Username must be at most 64 characters"),
    ),
  password: z
    .string()
    .check(
      z.minLength(6, "Password must be at least 6 characters"),
      z.maxLength(1024, "Password must be at most 1024 characters"),
    ),
};

/** Scripts that people write today (Unicode Standard Annex 31, table 5); some are always used together. */
const alphabets =
  "Latn,Cyrl,Grek,Arab,Armn,Beng,Deva,Ethi,Geor,Gujr,Guru,Hebr,Khmr,Knda,Laoo,Mlym,Mymr,Orya,Sinh,Taml,Telu,Thaa,Thai,Tibt,Hira Kana Hani,Hang Hani,Bopo Hani";

/** Text in one alphabet, with digits and signs: a letter of another one could be there to look like someone else. */
const oneAlphabet = new RegExp(
  `^(?:${alphabets
    .split(",")
    .map((scripts) => `[\\p{scx=Zyyy}${scripts.replace(/\w+/g, "\\p{scx=$&}").replaceAll(" ", "")}]+`)
    .join("|")})$`,
  "u",
);

/** Rules and messages of the registration form (specification, section 5). */
export const registerFields = {
  username: z
    .string()
    .check(
      z.trim(),
      z.minLength(3, "Username must be at least 3 characters"),
      z.maxLength(32, "Username must be at most 32 characters"),
      z.regex(/^[\p{L}\p{N}_.-]+$/u, "Username can contain only letters, numbers, dots, dashes and underscores"),
      z.regex(oneAlphabet, "Username can only use letters from one alphabet"),
    ),
  displayName: DisplayName,
  password: z
    .string()
    .check(
      z.minLength(8, "Password must be at least 8 characters"),
      z.maxLength(1024, "Password must be at most 1024 characters"),
      z.regex(/\p{Lu}/u, "Password must contain at least one uppercase letter"),
      z.regex(/\d/, "Password must contain at least one number"),
    ),
};

/** The password again, where a session isn't enough. Users without one omit it. */
export const CurrentPassword = z.string().check(z.minLength(1, "Enter your password"), z.maxLength(1024));

/** A request for a password reset link, by username or email. */
export const resetFields = {
  identifier: z.pipe(
    z.string().check(...lineChecks(0, 254)),
    z.string().check(z.minLength(3, "Enter your username or email")),
  ),
};

/** Who buys. */
export const buyerFields = { name: z.string().check(...lineChecks(1, 120)), email: Email };

/** Why staff did something: stored with the action. */
export const Reason = z.string().check(...lineChecks(3, 200, "Enter a reason with at least 3 characters"));

/** A postal address: up to six lines. */
export const Address = z.string().check(
  z.trim(),
  z.minLength(5),
  z.maxLength(300),
  z.regex(/^(?:[^\p{Cc}\p{Cf}\u2028\u2029]|\n)*$/u, "Remove any hidden control characters"),
  z.refine((text) => text.split("\n").length <= 6, "Use up to six lines"),
);

/** Billing details of an invoice. */
export const billingFields = {
  name: z.string().check(...lineChecks(2, 120)),
  address: Address,
  taxId: z.optional(z.string().check(...lineChecks(2, 40))),
};

/** A note that staff write about an order: no control characters. */
export const NoteText = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "Enter a note first"),
    z.maxLength(1000),
    z.regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, "Remove any hidden control characters"),
  );

/** A description of the image for people who can't see it; empty until someone writes it. */
export const AltText = z.string().check(...lineChecks(1, 300));
