import type { SessionUser } from "#web/lib/session-user.ts";

/**
 * Who may open a page. `anyone` needs no session, `guest` means any signed-in user, guests included,
 * `staff` a moderator or an admin. This only hides pages: every API endpoint checks access itself.
 */
export type Access = "anyone" | "guest" | "staff" | "admin";

/** Who may open a page at one URL: if a query parameter unlocks it, anyone who has that parameter. */
export const accessOf = (page: { access: Access; keyedBy?: string | undefined }, search: URLSearchParams): Access =>
  page.keyedBy !== undefined && search.has(page.keyedBy) ? "anyone" : page.access;

export type Verdict = "open" | "sign-in" | "no-access";

const roles: Record<Exclude<Access, "anyone" | "guest">, string[]> = {
  staff: ["moderator", "admin"],
  admin: ["admin"],
};

export function judgeAccess(access: Access, user: SessionUser | null): Verdict {
  if (access === "anyone") return "open";
  if (!user) return "sign-in";
  return access === "guest" || roles[access].includes(user.role) ? "open" : "no-access";
}
