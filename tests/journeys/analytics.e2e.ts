import { expect } from "@playwright/test";
import { withSite } from "./journey-kit.ts";

const test = withSite();

test("§7 nothing from the web analytics service loads unless it is configured", async ({ page, site }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(site.baseUrl) && !request.url().startsWith("data:")) foreign.push(request.url());
  });
  const answer = await page.goto(`${site.baseUrl}/`);
  await page.waitForLoadState("networkidle");
  expect(foreign).toEqual([]);
  expect(answer!.headers()["content-security-policy"]).not.toContain("google");
});
