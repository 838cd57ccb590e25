import { readStorage } from "./safe-storage.ts";
import { readStoredUser, type SessionUser } from "./session-user.ts";
import { storageKeys } from "./storage-keys.ts";

/** A refused request. Its text is `status: body`, as the specification fixes it. */
export class CallError extends Error {
  readonly status: number;
  readonly body: string;

  constructor(status: number, body: string) {
    super(`${status}: ${body}`);
    this.name = "CallError";
    this.status = status;
    this.body = body;
  }

  /** The server's `{ message, code, … }`, or an empty record when it sent something else. */
  get answer(): { message?: string; code?: string; errors?: { message: string; path?: string }[] } {
    try {
      const value: unknown = JSON.parse(this.body);
      return typeof value === "object" && value !== null ? value : {};
    } catch {
      return {};
    }
  }
}

export type CallOptions = {
  body?: unknown;
  /** Sent as it is, in the place of a body. */
  file?: Blob;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  keepalive?: boolean;
};

const answersOwnFailures = new Set(["/api/auth/login", "/api/auth/register"]);

export const withApiPrefix = (path: string) => {
  if (path.startsWith("/api")) return path;
  return `/api${path.startsWith("/") ? "" : "/"}${path}`;
};

/** JSON in which every non-ASCII letter is escaped: header values may hold nothing else. */
export const asciiJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

function findToken(user: SessionUser | undefined): string | null {
  return (
    user?.token ??
    readStorage(storageKeys.authToken) ??
    readStorage(storageKeys.authToken, "session") ??
    readStorage(storageKeys.identityToken)
  );
}

export function identityHeaders(): Record<string, string> {
  const user = readStoredUser();
  const userId = readStorage(storageKeys.userId) ?? (user && String(user.id));
  const token = findToken(user);
  return {
    ...(userId ? { "user-id": userId } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(user ? { "user-data": asciiJson({ id: user.id, username: user.username, role: user.role }) } : {}),
  };
}

/**
 * The one way this app talks to its server: prefix, headers, cookies and error text in one place.
 *
 * Failures of login and register come back as they are, because the dialog turns each status into its own sentence.
 *
 * @throws CallError for any other answer that is not OK; TypeError when the network fails
 */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<Response> {
  const address = withApiPrefix(path);
  const hasBody = options.body !== undefined;
  const response = await fetch(address, {
    method,
    credentials: "include",
    headers: { ...identityHeaders(), ...(hasBody ? { "content-type": "application/json" } : {}), ...options.headers },
    ...(hasBody ? { body: JSON.stringify(options.body) } : {}),
    ...(options.file ? { body: options.file } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.keepalive ? { keepalive: true } : {}),
  });
  if (response.ok || answersOwnFailures.has(address)) return response;

  const body = (await response.text()) || response.statusText;
  // oxlint-disable-next-line no-console -- the specification has the body of every refusal logged
  console.warn(`${method} ${address} answered ${response.status}`, body);
  throw new CallError(response.status, body);
}

export async function callJson<T>(method: string, path: string, options?: CallOptions): Promise<T> {
  const response = await call(method, path, options);
  return (response.status === 204 ? undefined : await response.json()) as T;
}
