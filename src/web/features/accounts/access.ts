import type { SessionUser } from "#web/lib/session-user.ts";

/**
 * Who a page is for. `anyone` needs no session, `guest` any signed-in person, guests included,
 * `staff` a moderator or an admin. Hiding a page is a courtesy: every API endpoint decides for itself.
 */
export type Access = "anyone" | "guest" | "staff" | "admin";

/** Who a page is for at one address: where a parameter is the key to it, anyone who has it. */
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
