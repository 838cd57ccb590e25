import { signedOutCookie } from "#contract/accounts/signed-out-cookie.ts";
import { apiPath } from "./paths.ts";
import { parseJson, readStorage, storageKeys } from "./safe-storage.ts";
import { readStoredUser, type SessionUser } from "./session-user.ts";

/** A request that the server refused. Its message is `status: body`, as the specification requires. */
export class CallError extends Error {
  readonly status: number;
  readonly body: string;

  constructor(status: number, body: string) {
    super(`${status}: ${body}`);
    this.name = "CallError";
    this.status = status;
    this.body = body;
  }

  /** The server's `{ message, code, … }`, or an empty object if it sent something else. */
  get answer(): {
    message?: string;
    code?: string;
    errors?: { message: string; path?: string }[];
    canConfirmEmail?: boolean;
    totals?: { totalCents: number; currency: string };
  } {
    return Object(parseJson(this.body));
  }
}

export type CallOptions = {
  body?: unknown;
  /** Sent as is, instead of a JSON body. */
  file?: Blob;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  keepalive?: boolean;
};

const logoutPath = apiPath("POST /api/auth/logout");
const leavePatienceMs = 8000;

/** The sign-out that the server hasn't answered yet. */
let leaving: Promise<void> | undefined;

/**
 * Tells the server that this browser signed out. Every other call waits for the answer: a response of the old session
 * must not arrive later than one of the next. Without an answer the cookie stays, so the server treats this browser as
 * signed out, and the next page load tells it again.
 */
export function leaveServer(): Promise<void> {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${signedOutCookie}=1; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  return sendSignOut();
}

/** Tells the server again if it doesn't know yet that this browser signed out. */
export function finishLeaving(): void {
  if (document.cookie.includes(`${signedOutCookie}=`)) void sendSignOut();
}

function sendSignOut(): Promise<void> {
  leaving ??= call("POST", logoutPath, { keepalive: true, signal: AbortSignal.timeout(leavePatienceMs) })
    .catch(() => undefined)
    .then(() => (leaving = undefined));
  return leaving;
}

const answersOwnFailures = new Set([apiPath("POST /api/auth/login"), apiPath("POST /api/auth/register")]);

export const withApiPrefix = (path: string) => (path.startsWith("/api") ? path : path.replace(/^\/?/, "/api/"));

/** JSON with every non-ASCII character escaped, because header values must be ASCII. */
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
    ...(userId && { "user-id": userId }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(user && { "user-data": asciiJson({ id: user.id, username: user.username, role: user.role }) }),
  };
}

const writeListeners = new Set<(path: string) => void>();

/** Calls the listener after each write that succeeded. Returns a function that ends this. */
export function onWrite(listener: (path: string) => void): () => void {
  writeListeners.add(listener);
  return () => void writeListeners.delete(listener);
}

type Init = RequestInit & { headers?: Record<string, string> };

/** Fetches; if the server asks for a proof of work, once more with it. */
export async function fetchOrProve(address: string, init: Init): Promise<Response> {
  const response = await fetch(address, init);
  if (response.status !== 429) return response;
  // The part may be gone after an update: then the refusal stands.
  const part = await import("./proof/prove.ts").catch(() => undefined);
  return part ? part.prove(response, address, init) : response;
}

/**
 * The only way this app calls its server: prefix, headers, cookies and error text in one place.
 *
 * Failed logins and registrations return the response, because the dialog maps each status to its own message.
 *
 * @throws CallError for any other response that is not OK; TypeError when the network fails
 */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<Response> {
  const address = withApiPrefix(path);
  const hasBody = options.body !== undefined;
  if (leaving && address !== logoutPath) await leaving;
  const response = await fetchOrProve(address, {
    signal: options.signal,
    keepalive: options.keepalive,
    method,
    credentials: "include",
    headers: { ...identityHeaders(), ...(hasBody && { "content-type": "application/json" }), ...options.headers },
    body: options.file ?? (hasBody ? JSON.stringify(options.body) : null),
  });
  if (response.ok && method !== "GET") for (const listener of writeListeners) listener(address);
  if (response.ok || answersOwnFailures.has(address)) return response;

  const body = (await response.text()) || response.statusText;
  // The specification requires logging every error body.
  console.warn(`${method} ${address} returned ${response.status}`, body);
  throw new CallError(response.status, body);
}

export async function callJson(method: string, path: string, options?: CallOptions): Promise<unknown> {
  const response = await call(method, path, options);
  return response.status === 204 ? undefined : response.json();
}
