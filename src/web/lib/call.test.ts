import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { apiPath } from "./paths.ts";
import { asciiJson, call, CallError, identityHeaders, withApiPrefix } from "./call.ts";
import { createStorage } from "#testing/storage-double.ts";

let local: Storage;
let session: Storage;
let requests: { url: string; init: RequestInit }[];
let answer: () => Response;

beforeEach(() => {
  local = createStorage();
  session = createStorage();
  requests = [];
  answer = () => Response.json({ ok: true });
  vi.stubGlobal("localStorage", local);
  vi.stubGlobal("sessionStorage", session);
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    requests.push({ url, init });
    return answer();
  });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const storeUser = (user: object) => local.setItem("user", JSON.stringify({ status: "success", data: user }));

const events = apiPath("GET /api/events");
test.each([
  ["/events", events],
  ["events", events],
  [events, events],
])("the path %s is requested as %s", (path, asks) => {
  expect(withApiPrefix(path)).toBe(asks);
});

test("a body is sent as JSON, and cookies are always sent", async () => {
  await call("POST", "/orders", { body: { lines: [] } });
  expect(requests[0]).toMatchObject({
    url: apiPath("POST /api/orders"),
    init: { method: "POST", credentials: "include", body: '{"lines":[]}' },
  });
  expect(requests[0]?.init.headers).toMatchObject({ "content-type": "application/json" });
});

test("only what fetch knows is passed on to it", async () => {
  const { signal } = new AbortController();
  const file = new Blob(["a picture"]);
  await call("PUT", "/pictures", { file, body: { unsent: 1 }, signal, keepalive: true });
  expect(requests[0]?.init).toEqual({
    method: "PUT",
    credentials: "include",
    headers: expect.any(Object),
    body: file,
    signal,
    keepalive: true,
  });
});

test("without a body there is no content type", async () => {
  await call("GET", "/events");
  expect(requests[0]?.init.headers).not.toHaveProperty("content-type");
});

describe("the bearer token is the first found", () => {
  const places: [string, () => void][] = [
    ["of-user", () => storeUser({ id: 1, username: "ade", token: "of-user" })],
    ["of-local", () => local.setItem("authToken", "of-local")],
    ["of-session", () => session.setItem("authToken", "of-session")],
    ["of-provider", () => local.setItem("firebaseToken", "of-provider")],
  ];
  test.each(places.map(([token], index) => [token, index] as const))("%s", (token, index) => {
    for (const [, keep] of places.slice(index)) keep();
    expect(identityHeaders().authorization).toBe(`Bearer ${token}`);
  });
  test("no user: no header at all", () => {
    expect(identityHeaders()).toEqual({});
  });
});

test("user-id and user-data contain id, username and role, in ASCII", () => {
  storeUser({ id: 7, username: "fán🎭", role: "user", email: "secret@example.com" });
  local.setItem("userId", "7");
  const headers = identityHeaders();
  expect(headers["user-id"]).toBe("7");
  expect(headers["user-data"]).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(headers["user-data"] ?? "")).toEqual({ id: 7, username: "fán🎭", role: "user" });
});

test("line separators and quotes survive the escaping", () => {
  const value = { name: 'a"\u2028\\b' };
  expect(JSON.parse(asciiJson(value))).toEqual(value);
});

test("an error response becomes `status: body`", async () => {
  answer = () => new Response('{"message":"Sold out","code":"sold_out"}', { status: 409 });
  const error = await call("POST", apiPath("POST /api/orders"), { body: {} }).catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(CallError);
  expect(error).toMatchObject({
    message: '409: {"message":"Sold out","code":"sold_out"}',
    status: 409,
    answer: { code: "sold_out" },
  });
});

test("an empty error response uses the status text", async () => {
  answer = () => new Response(null, { status: 503, statusText: "Service Unavailable" });
  await expect(call("GET", "/events")).rejects.toThrow("503: Service Unavailable");
});

test.each(["/auth/login", "/auth/register"])("failures of %s are returned instead of thrown", async (path) => {
  answer = () => new Response("{}", { status: 401 });
  await expect(call("POST", path, { body: {} })).resolves.toMatchObject({ status: 401 });
});

test("a network failure stays a TypeError", async () => {
  answer = () => {
    throw new TypeError("fetch failed");
  };
  await expect(call("GET", "/events")).rejects.toBeInstanceOf(TypeError);
});
