import { expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { withSite } from "./journey-kit.ts";

const test = withSite();
test.beforeEach(({ site }) => sql`truncate interests, emails`.execute(site.db));

/** The link in the newest mail that takes the address off the list. */
async function leaveLink(site: { db: any }): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const { rows } =
          await sql<any>`select body_text from emails where body_text is not null order by id desc limit 1`.execute(
            site.db,
          );
        link = /http\S+[?]leave=\S+/.exec(rows[0]?.body_text ?? "")?.[0];
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

test("without scripts and cookies an address can be taken off", async ({ browser, page, site }) => {
  await page.goto(`${site.baseUrl}/live`);
  await ask(page, "marva@example.com");
  const link = await leaveLink(site);
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const reader = await plain.newPage();
  await reader.goto(link);
  await reader.getByRole("button", { name: "Take me off" }).click();
  await expect(reader).toHaveURL(/\/live\?left=1$/);
  await expect(reader.getByText("You are off the list")).toBeVisible();
  expect(await statusIn(site)).toEqual(["left"]);
  await plain.close();
});
