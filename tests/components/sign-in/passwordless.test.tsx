import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { writeLink } from "#server/modules/accounts/recovery/service.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import { createAuthenticator } from "#testing/authenticator.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { answer } from "#tests/components/kit/browser-network.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { expectToast, openDialog } from "#tests/components/kit/visitor.ts";
import { setUpTotp, codeOf } from "#tests/accounts/second-factor-kit.ts";
import { createMember } from "#tests/accounts/make-member.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
afterEach(() => void vi.unstubAllGlobals());

const linkFor = ({ id }: Pick<Client, "id">) =>
  inTransaction(site.db, async (tx) => (await writeLink(site.app.deps, tx, { userId: id, purpose: "sign_in" })).token);

test("the login form leads to a page that emails a link, whoever asks", async () => {
  const app = await openApp(site, "/events");
  const dialog = await openDialog(app);
  await app.user.click(dialog.getByRole("link", { name: "Email me a link" }));
  await app.screen.findByRole("heading", { level: 1, name: "Sign in by email" });
  expect(app.address()).toBe("/password-reset?sign-in");
  await waitFor(() => expect(document.querySelector("dialog, [role=dialog]")).toBeNull());
  const field = app.screen.getByLabelText("Username or email");
  await app.user.click(field);
  await app.screen.findByText("Password Reset", { selector: "[aria-live]" });
  expect(document.activeElement, "the announced page takes nobody out of a field").toBe(field);
  await app.user.type(field, "nobody@example.com");
  await app.user.click(app.screen.getByRole("button", { name: "Send me a link" }));
  await app.screen.findByText("Check your email");
  const { rows } = await sql`select identifier, purpose from recovery_requests`.execute(site.db);
  expect(rows).toEqual([{ identifier: "nobody@example.com", purpose: "sign_in" }]);
});

test("an emailed link says whose account it opens, and opens it with one press", async () => {
  const member = await createMember(site, "linked", "linked@example.com");
  const token = await linkFor(member);
  const app = await openApp(site, `/password-reset?sign-in=${token}`);
  const main = within(await app.screen.findByRole("main"));
  await main.findByText("linked");
  expect(app.network.callsTo("POST", /\/use$/)).toEqual([]);
  await app.user.click(main.getByRole("button", { name: "Sign in" }));
  await expectToast("Login Successful", "Welcome back, linked of Brooklyn!");
  await app.screen.findByRole("heading", { level: 1, name: /My Tickets/i });
  expect(app.address()).toBe("/my-tickets");
});

test("someone who is signed in reads who they are now and who they will be", async () => {
  const member = await createMember(site, "shared-laptop", "shared@example.com");
  const now = await site.as("user", "here-first");
  const app = await openApp(site, `/password-reset?sign-in=${await linkFor(member)}`, { as: now });
  const text = await app.screen.findByText(/You'll be signed in as/);
  expect(text.textContent).toBe(
    "You'll be signed in as shared-laptop on this device. Right now, you're signed in as here-first.",
  );
});

test("a used link offers another one, and a failed check can be repeated", async () => {
  const app = await openApp(site, `/password-reset?sign-in=${"a".repeat(22)}`);
  await app.screen.findByText("This link has expired");
  await app.user.type(app.screen.getByLabelText("Username or email"), "linked");
  await app.user.click(app.screen.getByRole("button", { name: "Send me a link" }));
  await app.screen.findByText("Check your email");
});

test("a link that is used meanwhile, or whose press fails, says so and can be pressed again", async () => {
  const member = await createMember(site, "unlucky", "unlucky@example.com");
  const app = await openApp(site, `/password-reset?sign-in=${await linkFor(member)}`);
  let isBusy = true;
  app.network.on("POST", /sign-in-link\/use$/, () =>
    isBusy ? answer(429, { code: "too_many_requests", message: "Slow down" }) : undefined,
  );
  await app.user.click(await app.screen.findByRole("button", { name: "Sign in" }));
  await app.screen.findByText("Too many attempts. Please wait a moment and try again.");
  isBusy = false;
  await app.user.click(app.screen.getByRole("button", { name: "Sign in" }));
  await app.screen.findByRole("heading", { level: 1, name: /My Tickets/i });
});

test("an account with a second factor is asked for it", async () => {
  const { browser, id } = await createMember(site, "two-steps", "two@example.com");
  const { secret } = await setUpTotp(browser);
  const app = await openApp(site, `/password-reset?sign-in=${await linkFor({ id })}`);
  await app.user.click(await app.screen.findByRole("button", { name: "Sign in" }));
  await app.user.type(await app.screen.findByLabelText("Code"), codeOf(secret, 30));
  await app.user.click(app.screen.getByRole("button", { name: "Continue" }));
  await app.screen.findByRole("heading", { level: 1, name: /My Tickets/i });
});

/** A device that signs whatever the page asks for. */
function useDevice(): void {
  const device = createAuthenticator(site.app.deps.config.baseUrl);
  const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "base64url")).buffer;
  const credentials = {
    async get({ publicKey }: { publicKey: { challenge: ArrayBuffer } }) {
      const { id, ...signed } = device.assert({ challenge: Buffer.from(publicKey.challenge).toString("base64url") });
      const response = Object.fromEntries(Object.entries(signed).map(([name, text]) => [name, bytesOf(text)]));
      return { id, rawId: bytesOf(id), type: "public-key", response, getClientExtensionResults: () => ({}) };
    },
  };
  vi.stubGlobal("PublicKeyCredential", function PublicKeyCredential() {});
  Object.defineProperty(navigator, "credentials", { configurable: true, value: credentials });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "credentials"));
}

test("a passkey that no account has is refused in words, and the form stays", async () => {
  useDevice();
  const app = await openApp(site, "/events");
  const dialog = await openDialog(app);
  await app.user.click(dialog.getByRole("button", { name: "Use a passkey" }));
  await expectToast("Login Failed", "We couldn't sign you in with that passkey. Sign in another way.");
  expect(dialog.getByRole("button", { name: "Login" })).toBeTruthy();
});

test("without passkeys in the browser, none is offered", async () => {
  const app = await openApp(site, "/events");
  const dialog = await openDialog(app);
  expect(dialog.queryByRole("button", { name: "Use a passkey" })).toBeNull();
});
