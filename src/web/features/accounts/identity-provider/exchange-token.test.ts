import { afterEach, expect, test, vi } from "vitest";
import { signInThrough } from "./exchange-token.ts";

afterEach(() => vi.unstubAllGlobals());

const user = { id: 7, username: "marva", displayName: "Marva", avatar: null, role: "user", isGuest: false };

/** A service that signs in with a token, and a server that answers it; tells what happened, in order. */
function scene(answer: Response | Error, token: string | Error = "the.id.token") {
  const events: string[] = [];
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    events.push(`${path} ${body}`);
    if (answer instanceof Error) throw answer;
    return answer;
  });
  vi.stubGlobal("console", { ...console, warn: () => undefined });
  const service = {
    async signIn() {
      if (token instanceof Error) throw token;
      return token;
    },
    async signOut() {
      events.push("signed out");
    },
  };
  return { service, events };
}

const posted = '/api/auth/firebase {"idToken":"the.id.token"}';
const json = (status: number, body: unknown) => Response.json(body, { status });

test("the service's token is posted to our server, whose answer is who signed in", async () => {
  const { service, events } = scene(json(200, user));
  expect(await signInThrough(service)).toEqual({ user });
  expect(events).toEqual([posted]);
});

test.each([
  ["refuses it", json(401, { code: "identity_refused", message: "no" })],
  ["is not available", json(503, { code: "unavailable", message: "no" })],
  ["answers without a user", json(200, {})],
  ["cannot be reached", new TypeError("Failed to fetch")],
])("when the server %s, the visitor is signed out of the service and told so", async (_name, answer) => {
  const { service, events } = scene(answer);
  expect(await signInThrough(service)).toEqual({ error: "Authentication failed on server" });
  expect(events).toEqual([posted, "signed out"]);
});

test("when the service does not sign in, our server is not asked", async () => {
  const { service, events } = scene(json(200, user), new Error("popup closed"));
  expect(await signInThrough(service)).toEqual({ error: "Failed to authenticate user" });
  expect(events).toEqual(["signed out"]);
});

test("a second factor that is asked for is no failure", async () => {
  const { service, events } = scene(
    json(401, { code: "second_factor_required", message: "more", ticket: "t", methods: ["totp"] }),
  );
  expect(await signInThrough(service)).toEqual({ secondStep: { ticket: "t", methods: ["totp"] } });
  expect(events).toEqual([posted]);
});
