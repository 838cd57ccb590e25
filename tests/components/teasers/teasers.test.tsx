import { sql } from "kysely";
import { waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
beforeEach(() => sql`truncate interests, emails`.execute(site.db));
afterEach(() => void vi.restoreAllMocks());

/** The link of a kind in the newest email, as a path on the site. */
async function mailedLink(step: string): Promise<string> {
  await site.app.runJob("mail");
  const { rows } = await sql<{ body_text: string }>`
    select body_text from emails where body_text is not null order by id desc limit 1`.execute(site.db);
  const { pathname, search } = new URL(new RegExp(`http\\S+[?]${step}=\\S+`).exec(rows[0]!.body_text)![0]);
  return pathname + search;
}

const statuses = async () =>
  (await sql<{ status: string }>`select status from interests`.execute(site.db)).rows.map(({ status }) => status);

async function ask({ screen, user }: OpenApp, email: string): Promise<void> {
  const field = screen.getByLabelText("Email");
  await user.clear(field);
  await user.type(field, email);
  await user.click(screen.getByRole("button", { name: "Email me when it opens" }));
}

for (const [path, headline] of [
  ["/shop", "The shop opens soon"],
  ["/live", "Nothing live yet"],
  ["/community", "We're setting up the room"],
] as const) {
  test(`§2 ${path} says that it is not open yet and takes an email address for updates`, async () => {
    const app = await openApp(site, path);
    expect((await app.screen.findByRole("heading", { level: 1 })).textContent).toBe(headline);
    await ask(app, "marva@example.com");
    await app.screen.findByText("Check your email");
    expect(await statuses()).toEqual(["asked"]);
  });
}

test("the emailed link confirms with one click, and the email's other link unsubscribes", async () => {
  const app = await openApp(site, "/shop");
  await ask(app, "marva@example.com");
  await app.screen.findByText("Check your email");
  app.close();
  const { screen, user, close } = await openApp(site, await mailedLink("confirm"));
  expect(await statuses()).toEqual(["asked"]);
  await user.click(screen.getByRole("button", { name: "Email me" }));
  await screen.findByText("You're on the list");
  expect(await statuses()).toEqual(["confirmed"]);
  close();

  const leaving = await openApp(site, await mailedLink("leave"));
  expect(await statuses()).toEqual(["confirmed"]);
  await leaving.user.click(leaving.screen.getByRole("button", { name: "Unsubscribe" }));
  await leaving.screen.findByText("You're unsubscribed");
  expect(await statuses()).toEqual(["left"]);
});

test("a wrong address, a broken link and a network failure each say what is wrong", async () => {
  const app = await openApp(site, "/community");
  const alert = (text: string) => waitFor(() => expect(app.screen.getByRole("alert").textContent).toBe(text));
  const field = await app.screen.findByLabelText<HTMLInputElement>("Email");
  await ask(app, "marva@");
  await alert("Enter an email like name@example.com");
  expect([document.activeElement, field.value]).toEqual([field, "marva@"]);
  expect(app.network.callsTo("POST", /^\/api\/interest/)).toEqual([]);
  const isOnline = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  app.network.cut();
  await ask(app, "marva@example.com");
  await alert("Network connection error. Please check your internet connection and try again.");
  expect(field.value).toBe("marva@example.com");
  isOnline.mockRestore();
  app.close();
  const broken = "/community?confirm=0199b2f0-0000-7000-8000-000000000000&key=short";
  const { screen, user } = await openApp(site, broken);
  await user.click(await screen.findByRole("button", { name: "Email me" }));
  await screen.findByText("This link doesn't work");
  expect(await statuses()).toEqual([]);
});
