import { afterEach, expect, test, vi } from "vitest";
import { signInThrough } from "./identity-button.tsx";

afterEach(() => vi.unstubAllGlobals());

const user = { id: 7, username: "marva", displayName: "Marva", avatar: null, role: "user", isGuest: false };

/** A service that signs in with a token, and a server that responds to it; records the calls in order. */
function scene(answer: Response | Error, token: string | Error = "the.id.token") {
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    calls.push(`${path} ${body}`);
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
      calls.push("signed out");
    },
  };
  return { service, calls };
}

const posted = '/api/auth/firebase {"idToken":"the.id.token"}';
const json = (status: number, body: unknown) => Response.json(body, { status });

test("the service's token is posted to our server, which returns the signed-in user", async () => {
  const { service, calls } = scene(json(200, user));
  expect(await signInThrough(service)).toEqual({ user });
  expect(calls).toEqual([posted]);
});

test.each([
  ["rejects it", json(401, { code: "identity_refused", message: "no" })],
  ["is not available", json(503, { code: "unavailable", message: "no" })],
  ["responds without a user", json(200, {})],
  ["can't be reached", new TypeError("Failed to fetch")],
])("when the server %s, the visitor is signed out of the service and told so", async (_name, answer) => {
  const { service, calls } = scene(answer);
  expect(await signInThrough(service)).toEqual({ failure: "Authentication failed on server" });
  expect(calls).toEqual([posted, "signed out"]);
});

test("if the service doesn't sign in, our server isn't called", async () => {
  const { service, calls } = scene(json(200, user), new Error("popup closed"));
  expect(await signInThrough(service)).toEqual({ failure: "Failed to authenticate user" });
  expect(calls).toEqual(["signed out"]);
});

test("a request for two-factor is not a failure", async () => {
  const { service, calls } = scene(
    json(401, { code: "second_factor_required", message: "more", ticket: "t", methods: ["totp"] }),
  );
  expect(await signInThrough(service)).toEqual({ secondStep: { ticket: "t", methods: ["totp"] } });
  expect(calls).toEqual([posted]);
});
