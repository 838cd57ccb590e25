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
