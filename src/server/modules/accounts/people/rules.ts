import type { Role } from "#contract/accounts.ts";
import type { ErrorCode } from "#contract/errors.ts";

/** What the rules need to know about a person. */
export interface Subject {
  id: number;
  role: Role;
  suspended: boolean;
}

/** Why staff can't do something, in one sentence. */
export interface Refusal {
  code: Extract<ErrorCode, "not_allowed" | "last_admin">;
  message: string;
}

/** True for the last admin who is not suspended. */
const isLastAdmin = ({ role, suspended }: Subject, otherAdmins: number) =>
  role === "admin" && !suspended && otherAdmins === 0;

/**
 * Whether a person's role can be changed.
 *
 * @param otherAdmins other admins who can sign in
 */
export function judgeRoleChange(staffId: number, subject: Subject, otherAdmins: number): Refusal | undefined {
  if (subject.role === "guest")
    return { code: "not_allowed", message: "Guests don't have an account, so they can't have a role" };
  if (isLastAdmin(subject, otherAdmins)) return { code: "last_admin", message: "The last admin has to stay an admin" };
  if (subject.id === staffId) return { code: "not_allowed", message: "Another admin has to change your role" };
  return undefined;
}

/** Whether a person can be suspended. */
export function judgeSuspension(staffId: number, subject: Subject, otherAdmins: number): Refusal | undefined {
  if (isLastAdmin(subject, otherAdmins)) return { code: "last_admin", message: "The last admin can't be suspended" };
  if (subject.id === staffId) return { code: "not_allowed", message: "You can't suspend yourself" };
  return undefined;
}

/**
 * Whether staff can delete a person who asked for it. They delete their own account in its panel, with their own
 * password.
 */
export function judgeDeletion(staffId: number, subject: Subject, otherAdmins: number): Refusal | undefined {
  if (isLastAdmin(subject, otherAdmins)) return { code: "last_admin", message: "The last admin can't be deleted" };
  if (subject.id === staffId) return { code: "not_allowed", message: "Delete your own account in account settings" };
  return undefined;
}

/** Whether staff can reset a lost second factor. Nobody can reset their own: a stolen session could do it too. */
export function judgeFactorReset(staffId: number, subject: Subject): Refusal | undefined {
  return subject.id === staffId
    ? { code: "not_allowed", message: "Another admin has to reset your two-factor authentication" }
    : undefined;
}

/** Whether one person can be merged into another: only a guest, and only into an account. */
export function judgeMerge(account: Subject, guest: Subject): Refusal | undefined {
  if (guest.role !== "guest") return { code: "not_allowed", message: "Only a guest can be merged into an account" };
  if (account.role === "guest") return { code: "not_allowed", message: "A guest can't be merged into another guest" };
  return undefined;
}
