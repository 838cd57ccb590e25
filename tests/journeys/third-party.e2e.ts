import { expect, type Page } from "@playwright/test";
import { createIdentityService, type IdentityService } from "#testing/identity-service.ts";
import { createLiveSite, type LiveSite } from "#testing/live-site.ts";
import { test as base } from "./journey-kit.ts";

// The site as an operator sets it up for a third party: our server checks real tokens against the key set of a service
// that runs here. A script that answers like the service replaces its own script, which would call its own hosts.

const test = base.extend<object, { service: IdentityService; site: LiveSite }>({
  service: [
    async ({}, use) => {
      const service = await createIdentityService();
      await use(service);
      await service.close();
    },
    { scope: "worker" },
  ],
  site: [
    async ({ service }, use) => {
      const site = await createLiveSite({ ...service.settings, FIREBASE_API_KEY: "local-test-key" });
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
});

/** Makes the service answer a click with this script, and records every sign-out and every request to another host. */
async function stand(page: Page, site: LiveSite, signIn: string) {
  const seen = { signOuts: 0, foreign: [] as string[], scripts: 0 };
  await page.exposeFunction("noteSignOut", () => void seen.signOuts++);
  page.on("request", (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(site.baseUrl)) seen.foreign.push(request.url());
  });
  await page.route("**/assets/firebase-ser-*.js", (route) => {
    seen.scripts++;
    return route.fulfill({
      contentType: "application/javascript",
      body: `export const loadFirebase = async () => ({ signIn: async () => { ${signIn} }, signOut: () => window.noteSignOut() });`,
    });
  });
  await page.goto(`${site.baseUrl}/`);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("button", { name: "Continue with Google" })).toBeVisible();
  expect(seen.scripts).toBe(0);
  return seen;
}

const press = (page: Page) => page.getByRole("button", { name: "Continue with Google" }).click();

test("§4 the identity service's token is posted to the backend, and its user is signed in", async ({
  page,
  site,
  service,
}) => {
  const seen = await stand(page, site, `return ${JSON.stringify(service.token())};`);
  const posted = page.waitForRequest("**/api/auth/firebase");
  await press(page);
  expect(Object.keys((await posted).postDataJSON() as object)).toEqual(["idToken"]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: /Marva Joseph/ }).click();
  await expect(page.getByText("Marva Joseph", { exact: true }).first()).toBeVisible();
  expect([seen.signOuts, seen.foreign]).toEqual([0, []]);
});
