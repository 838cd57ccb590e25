import type { Role } from "#contract/accounts.ts";
import type { ErrorCode } from "#contract/errors.ts";

/** What deciding over a person needs to know of them. */
export interface Subject {
  id: number;
  role: Role;
  suspended: boolean;
}

/** Why staff may not do something, in one sentence. */
export interface Refusal {
  code: Extract<ErrorCode, "not_allowed" | "last_admin">;
  message: string;
}

/** Whether an admin who is not kept out would be lost with this one. */
const isLastAdmin = ({ role, suspended }: Subject, otherAdmins: number) =>
  role === "admin" && !suspended && otherAdmins === 0;

/**
 * Whether a person's role may be changed.
 *
 * @param otherAdmins admins besides them who may sign in
 */
export function judgeRoleChange(staffId: number, subject: Subject, otherAdmins: number): Refusal | undefined {
  if (subject.role === "guest")
    return { code: "not_allowed", message: "A guest has no account that could have a role" };
  if (isLastAdmin(subject, otherAdmins)) return { code: "last_admin", message: "The last admin stays an admin" };
  if (subject.id === staffId) return { code: "not_allowed", message: "Another admin has to change your role" };
  return undefined;
}

/** Whether a person may be kept out. */
export function judgeSuspension(staffId: number, subject: Subject, otherAdmins: number): Refusal | undefined {
  if (isLastAdmin(subject, otherAdmins)) return { code: "last_admin", message: "The last admin cannot be suspended" };
  if (subject.id === staffId) return { code: "not_allowed", message: "You cannot suspend yourself" };
  return undefined;
}

/** Whether staff may delete a person who asked for it. Their own account they delete in its panel, with their own proof. */
export function judgeDeletion(staffId: number, subject: Subject, otherAdmins: number): Refusal | undefined {
  if (isLastAdmin(subject, otherAdmins)) return { code: "last_admin", message: "The last admin cannot be deleted" };
  if (subject.id === staffId) return { code: "not_allowed", message: "Delete your own account in its panel" };
  return undefined;
}

/** Whether staff may take a lost second factor away. Nobody takes away their own: a stolen session could, too. */
export function judgeFactorReset(staffId: number, subject: Subject): Refusal | undefined {
  return subject.id === staffId
    ? { code: "not_allowed", message: "Another admin has to reset your second factor" }
    : undefined;
}

/** Whether all that one person has may go over to another: only a guest's, and only to an account. */
export function judgeMerge(account: Subject, guest: Subject): Refusal | undefined {
  if (guest.role !== "guest") return { code: "not_allowed", message: "Only a guest can be merged into an account" };
  if (account.role === "guest")
    return { code: "not_allowed", message: "A guest is merged into an account, not a guest" };
  return undefined;
}
