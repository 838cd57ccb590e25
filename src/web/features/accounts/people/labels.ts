import type { Role } from "#contract/accounts/accounts.ts";
import type { PeopleFilter } from "#contract/accounts/admin.ts";
import { type BadgeLabel, gold, good, plain } from "#web/ui/badge.tsx";

export const roles: Record<Role, BadgeLabel> = {
  guest: plain("Guest"),
  user: plain("User"),
  moderator: good("Moderator"),
  admin: gold("Admin"),
};

/** Which accounts the list shows. */
export const filters: Record<PeopleFilter, string> = {
  accounts: "All accounts",
  user: "Users",
  moderator: "Moderators",
  admin: "Admins",
  guest: "Guests",
  everyone: "Everyone",
};
