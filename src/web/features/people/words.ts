import type { AuditEntry } from "#contract/audit.ts";
import type { Role } from "#contract/accounts.ts";
import type { PeopleFilter } from "#contract/people.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";

export const roles: Record<Role, { label: string; tone: BadgeTone }> = {
  guest: { label: "Guest", tone: "plain" },
  user: { label: "User", tone: "plain" },
  moderator: { label: "Moderator", tone: "good" },
  admin: { label: "Admin", tone: "gold" },
};

export const filters: { value: PeopleFilter; label: string }[] = [
  { value: "accounts", label: "All accounts" },
  { value: "user", label: "Users" },
  { value: "moderator", label: "Moderators" },
  { value: "admin", label: "Admins" },
  { value: "guest", label: "Guests" },
  { value: "everyone", label: "Everyone" },
];

const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");
const roleName = (value: unknown) => roles[value as Role]?.label ?? text(value);

/** One line of the audit log as a sentence without its subject. */
export function describeAction({ action, before, after }: AuditEntry): string {
  switch (action) {
    case "person.role_changed":
      return `changed the role from ${roleName(before?.role)} to ${roleName(after?.role)}`;
    case "person.suspended":
      return "suspended the account";
    case "person.unsuspended":
      return "let the account in again";
    case "person.reset_link_made":
      return "made a link for a new password";
    case "comp.issued":
      return `gave ${text(after?.tickets)} × ${text(after?.type)} for ${text(after?.night)} to ${text(after?.guest)}`;
    case "comp.revoked":
      return `revoked the comp of ${text(after?.guest)}`;
    case "mail.resent":
      return `sent a mail to ${text(after?.to)} again`;
  }
}
