import { expect, type Page } from "@playwright/test";
import { sql } from "kysely";
import { withSite } from "./journey-kit.ts";

const test = withSite();
test.beforeEach(({ site }) => sql`truncate interests, emails`.execute(site.db));

/** The unsubscribe link in the newest email. */
async function leaveLink(site: { db: any }): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const { rows } =
        await sql<any>`select body_text from emails where body_text is not null order by id desc limit 1`.execute(
          site.db,
        );
      link = /http\S+[?]leave=\S+/.exec(rows[0]?.body_text ?? "")?.[0];
      return link;
    })
    .toBeTruthy();
  return link!;
}

const statusIn = async (site: { db: any }) =>
  (await sql<any>`select status from interests`.execute(site.db)).rows.map((row: any) => row.status);

async function ask(page: Page, email: string): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Email me when it opens" }).click();
}

test("an address can be unsubscribed without scripts and cookies", async ({ browser, page, site }) => {
  await page.goto(`${site.baseUrl}/live`);
  await ask(page, "marva@example.com");
  const link = await leaveLink(site);
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const reader = await plain.newPage();
  await reader.goto(link);
  await reader.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(reader).toHaveURL(/\/live\?left=1$/);
  await expect(reader.getByText("You're unsubscribed")).toBeVisible();
  expect(await statusIn(site)).toEqual(["left"]);
  await plain.close();
});
