import { expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { withSite } from "./journey-kit.ts";

const test = withSite();
test.beforeEach(({ site }) => sql`truncate interests, emails`.execute(site.db));

/** The link of a kind in the newest mail. */
async function mailedLink(site: { db: any }, step: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const { rows } =
          await sql<any>`select body_text from emails where body_text is not null order by id desc limit 1`.execute(
            site.db,
          );
        link = new RegExp(`http\\S+[?]${step}=\\S+`).exec(rows[0]?.body_text ?? "")?.[0];
        return link;
      },
      { timeout: 20_000 },
    )
    .toBeTruthy();
  return link!;
}

const statusIn = async (site: { db: any }) =>
  (await sql<any>`select status from interests`.execute(site.db)).rows.map((row: any) => row.status);

async function ask(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Tell me when it opens" }).click();
}

for (const [path, headline] of [
  ["/shop", "The shop opens soon"],
  ["/live", "No stream is on"],
  ["/community", "The room is being set"],
] as const) {
  test(`§2 ${path} says that it is not open yet and takes an address to be told`, async ({ page, site }) => {
    await page.goto(`${site.baseUrl}${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(headline);
    await ask(page, "marva@example.com");
    await expect(page.getByText("Look into your mail")).toBeVisible();
    expect(await statusIn(site)).toEqual(["asked"]);
  });
}

test("the mailed link confirms with a press, and the mail's other link takes the address off again", async ({
  page,
  site,
}) => {
  await page.goto(`${site.baseUrl}/shop`);
  await ask(page, "marva@example.com");
  await page.goto(await mailedLink(site, "confirm"));
  expect(await statusIn(site)).toEqual(["asked"]);
  await page.getByRole("button", { name: "Yes, tell me" }).click();
  await expect(page.getByText("You are on the list")).toBeVisible();
  expect(await statusIn(site)).toEqual(["confirmed"]);

  await page.goto(await mailedLink(site, "leave"));
  await page.getByRole("button", { name: "Take me off" }).click();
  await expect(page.getByText("You are off the list")).toBeVisible();
  expect(await statusIn(site)).toEqual(["left"]);
});

test("without scripts and cookies an address can be taken off", async ({ browser, page, site }) => {
  await page.goto(`${site.baseUrl}/live`);
  await ask(page, "marva@example.com");
  const link = await mailedLink(site, "leave");
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const reader = await plain.newPage();
  await reader.goto(link);
  await reader.getByRole("button", { name: "Take me off" }).click();
  await expect(reader).toHaveURL(/\/live\?left=1$/);
  await expect(reader.getByText("You are off the list")).toBeVisible();
  expect(await statusIn(site)).toEqual(["left"]);
  await plain.close();
});

test("a wrong address, a broken link and a broken line each say what is the matter", async ({
  page,
  context,
  site,
  quiet,
}) => {
  quiet.expect(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  await page.goto(`${site.baseUrl}/community`);
  await ask(page, "marva@");
  await expect(page.getByRole("alert")).toHaveText("Please enter an e-mail address, as name@example.com");
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await context.setOffline(true);
  await ask(page, "marva@example.com");
  await expect(page.getByRole("alert")).toHaveText(
    "Network connection error. Please check your internet connection and try again.",
  );
  await context.setOffline(false);
  await page.goto(`${site.baseUrl}/community?confirm=0199b2f0-0000-7000-8000-000000000000&key=short`);
  await page.getByRole("button", { name: "Yes, tell me" }).click();
  await expect(page.getByText("This link does not work any more")).toBeVisible();
  expect(await statusIn(site)).toEqual([]);
});
