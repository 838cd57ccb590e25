import { dropStorage, parseJson, readStorage, writeStorage, storageKeys } from "./safe-storage.ts";

/** The user as the browser stores them, for display only. The server decides by the session cookie. */
export type SessionUser = {
  id: string | number;
  username: string;
  displayName: string | null;
  avatar: string | null;
  role: string;
  isGuest: boolean;
  token?: string;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textOrNull = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);

/** Reads a user from `{…user}`, `{ status, data: {…user} }` or that wrapped once more. Anything else is undefined. */
export function unwrapUser(value: unknown): SessionUser | undefined {
  let record = value;
  for (let depth = 0; depth < 2 && isRecord(record) && isRecord(record.data) && !("id" in record); depth++)
    record = record.data;
  if (!isRecord(record) || (typeof record.id !== "string" && typeof record.id !== "number") || record.id === "")
    return undefined;

  const role = textOrNull(record.role) ?? (record.isGuest === true ? "guest" : "user");
  const user: SessionUser = {
    id: record.id,
    username: textOrNull(record.username) ?? "",
    displayName: textOrNull(record.displayName),
    avatar: textOrNull(record.avatar),
    role,
    isGuest: record.isGuest === true || role === "guest",
  };
  const token = textOrNull(record.token);
  return token ? { ...user, token } : user;
}

/** The user from the last visit. Removes an unreadable record, as the specification requires. */
export function readStoredUser(): SessionUser | undefined {
  const text = readStorage(storageKeys.user);
  if (text === null) return undefined;
  const user = unwrapUser(parseJson(text));
  if (!user) forgetStoredUser();
  return user;
}

/**
 * Stores the signed-in user. Leaves out any token: the session is in a cookie that scripts can't read. Whatever this
 * device has of another person is gone.
 */
export function storeUser({ token: _token, ...user }: SessionUser): void {
  const owners = [readStorage(storageKeys.userId), readStorage(storageKeys.ticketsOf)];
  if (owners.some((id) => id !== null && id !== String(user.id))) forgetOwnData();
  writeStorage(storageKeys.user, JSON.stringify({ status: "success", data: user }));
  writeStorage(storageKeys.userId, String(user.id));
}

export function forgetStoredUser(): void {
  dropStorage(storageKeys.user);
  dropStorage(storageKeys.userId);
}

/** The tickets that a phone at the door has for a day without a network. */
export const doorDatabase = "sg-door";

const ownKeys = [
  "tickets",
  "ticketsOf",
  "checkoutAttempt",
  "checkoutHeld",
  "checkoutOrders",
  "checkoutBuyer",
  "checkoutDelivery",
  "drafts",
] as const;

/** Removes what this device has of the person who was signed in. Everything personal that is stored must be in the list above. */
export function forgetOwnData(): void {
  for (const name of ownKeys) {
    dropStorage(storageKeys[name]);
    dropStorage(storageKeys[name], "session");
  }
  globalThis.indexedDB?.deleteDatabase(doorDatabase);
}

type Named = Pick<SessionUser, "displayName" | "username" | "isGuest" | "role">;

/** The name in the avatar menu: display name, else username, else 'Logged In', with a suffix for guests and admins. */
export function nameLine(user: Named): string {
  const name = user.displayName || user.username || "Logged In";
  if (user.isGuest) return `${name} (Guest)`;
  return user.role === "admin" ? `${name} (Admin)` : name;
}

export const avatarLetter = (user: Pick<Named, "displayName" | "username">) =>
  ([...(user.displayName || user.username || "U")][0] ?? "U").toUpperCase();
