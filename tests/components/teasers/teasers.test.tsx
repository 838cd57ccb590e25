import { sql } from "kysely";
import { waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#tests/kit/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
beforeEach(() => sql`truncate interests, emails`.execute(site.db));
afterEach(() => void vi.restoreAllMocks());

/** The link of a kind in the newest mail, as an address inside the site. */
async function mailedLink(step: string): Promise<string> {
  await site.app.sweep("mail");
  const { rows } = await sql<{ body_text: string }>`
    select body_text from emails where body_text is not null order by id desc limit 1`.execute(site.db);
  const { pathname, search } = new URL(new RegExp(`http\\S+[?]${step}=\\S+`).exec(rows[0]!.body_text)![0]);
  return pathname + search;
}

const statuses = async () =>
  (await sql<{ status: string }>`select status from interests`.execute(site.db)).rows.map(({ status }) => status);

async function ask({ screen, user }: OpenApp, email: string): Promise<void> {
  const field = screen.getByLabelText("E-mail");
  await user.clear(field);
  await user.type(field, email);
  await user.click(screen.getByRole("button", { name: "Tell me when it opens" }));
}

for (const [path, headline] of [
  ["/shop", "The shop opens soon"],
  ["/live", "No stream is on"],
  ["/community", "The room is being set"],
] as const) {
  test(`§2 ${path} says that it is not open yet and takes an address to be told`, async () => {
    const app = await openApp(site, path);
    expect(app.screen.getByRole("heading", { level: 1 }).textContent).toBe(headline);
    await ask(app, "marva@example.com");
    await app.screen.findByText("Look into your mail");
    expect(await statuses()).toEqual(["asked"]);
  });
}

test("the mailed link confirms with a press, and the mail's other link takes the address off again", async () => {
  const app = await openApp(site, "/shop");
  await ask(app, "marva@example.com");
  await app.screen.findByText("Look into your mail");
  app.close();
  const { screen, user, close } = await openApp(site, await mailedLink("confirm"));
  expect(await statuses()).toEqual(["asked"]);
  await user.click(screen.getByRole("button", { name: "Yes, tell me" }));
  await screen.findByText("You are on the list");
  expect(await statuses()).toEqual(["confirmed"]);
  close();

  const leaving = await openApp(site, await mailedLink("leave"));
  expect(await statuses()).toEqual(["confirmed"]);
  await leaving.user.click(leaving.screen.getByRole("button", { name: "Take me off" }));
  await leaving.screen.findByText("You are off the list");
  expect(await statuses()).toEqual(["left"]);
});

test("a wrong address, a broken link and a broken line each say what is the matter", async () => {
  const app = await openApp(site, "/community");
  const alert = (text: string) => waitFor(() => expect(app.screen.getByRole("alert").textContent).toBe(text));
  const field = app.screen.getByLabelText<HTMLInputElement>("E-mail");
  await ask(app, "marva@");
  await alert("Please enter an e-mail address, as name@example.com");
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
  await user.click(screen.getByRole("button", { name: "Yes, tell me" }));
  await screen.findByText("This link does not work any more");
  expect(await statuses()).toEqual([]);
});
