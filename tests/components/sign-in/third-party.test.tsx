import { render, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { SiteSettings } from "#contract/settings/settings.ts";
import { createNetwork } from "#tests/components/kit/browser-network.ts";
import { createIdentityService, type IdentityService } from "#testing/identity-service.ts";
import { createSite, type Site } from "#testing/site.ts";
import { Providers } from "#web/app/providers.tsx";
import { IdentityButton } from "#web/features/accounts/identity-provider/identity-button.tsx";
import { createSession } from "#web/features/accounts/session.ts";
import { createQueryClient } from "#web/lib/query-client.ts";
import type { SessionUser } from "#web/lib/session-user.ts";

// Tests the third party's button with our real server, which checks real tokens against the key set of a service that
// runs here. A script that answers like the service replaces its own script, which would call its own hosts.

let service: IdentityService;
let site: Site;
beforeAll(async () => {
  service = await createIdentityService();
  site = await createSite({ settings: { ...service.settings, FIREBASE_API_KEY: "local-test-key" } });
  // The server uses the same fetch that a page's network replaces, so it loads the key set first.
  expect((await site.anon.post("/api/auth/firebase", { idToken: service.token() })).status).toBe(200);
});
afterAll(async () => {
  await site.close();
  await service.close();
});

/** Shows the button and clicks it; the service answers with `signIn`. */
async function press(signIn: () => Promise<string>) {
  const network = createNetwork(site.app);
  network.install();
  onTestFinished(() => network.uninstall());
  const signOut = vi.fn<() => Promise<void>>(async () => undefined);
  const entered: SessionUser[] = [];
  const settings = (await network.ask("/api/site")).body as SiteSettings;
  const page = {
    baseUrl: network.baseUrl,
    payments: "sandbox" as const,
    measurementId: null,
    identityProvider: { projectId: "local", apiKey: "local-test-key" },
    release: "test",
    settings,
    renderedAt: new Date().toISOString(),
  };
  render(
    <Providers queryClient={createQueryClient()} session={createSession(null)} site={page}>
      <IdentityButton
        onSignedIn={(user) => void entered.push(user)}
        onSecondStep={() => undefined}
        load={async () => ({ signIn, signOut })}
      />
    </Providers>,
  );
  const screen = within(document.body);
  await userEvent.setup({ document }).click(screen.getByRole("button", { name: "Continue with Google" }));
  return { screen, network, signOut, entered };
}

test("§4 the identity service's token is posted to the backend, and its user is signed in", async () => {
  const idToken = service.token();
  const { network, signOut, entered } = await press(async () => idToken);
  await waitFor(() => expect(entered).toEqual([expect.objectContaining({ displayName: "Marva Joseph" })]));
  expect(network.callsTo("POST", /^\/api\/auth\/firebase$/).map(({ body }) => JSON.parse(body!))).toEqual([
    { idToken },
  ]);
  expect(signOut).not.toHaveBeenCalled();
  expect((await network.ask("/api/me")).body).toMatchObject({ id: entered[0]!.id, displayName: "Marva Joseph" });
});

test("§4 a token that the backend rejects signs the visitor out and says 'Authentication failed on server'", async () => {
  const late = service.token({ claims: { exp: Math.floor(Date.now() / 1000) - 3600 } });
  const { screen, network, signOut, entered } = await press(async () => late);
  expect((await screen.findByRole("alert")).textContent).toBe("Authentication failed on server");
  expect(signOut).toHaveBeenCalledTimes(1);
  expect([entered, network.hasSession()]).toEqual([[], false]);
});

test("§4 a failed sign-in at the service signs out there and says 'Failed to authenticate user'", async () => {
  const { screen, network, signOut, entered } = await press(() =>
    Promise.reject(new Error("The user closed the window")),
  );
  expect((await screen.findByRole("alert")).textContent).toBe("Failed to authenticate user");
  expect(signOut).toHaveBeenCalledTimes(1);
  expect([entered, network.calls]).toEqual([[], []]);
});
