import type { SessionUser } from "#web/lib/session-user.ts";

type Named = Pick<SessionUser, "displayName" | "username" | "isGuest" | "role">;

/** The name in the avatar menu: display name, else username, else 'Logged In', with a suffix for guests and admins. */
export function nameLine(user: Named): string {
  const name = user.displayName || user.username || "Logged In";
  if (user.isGuest) return `${name} (Guest)`;
  return user.role === "admin" ? `${name} (Admin)` : name;
}

export const avatarLetter = (user: Pick<Named, "displayName" | "username">) =>
  ([...(user.displayName || user.username || "U")][0] ?? "U").toUpperCase();
