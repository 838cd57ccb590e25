import { within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

test("the overview lists what a site needs before it sells, with the way to each, and says that payments are a test", async () => {
  const { screen, user } = await openApp(site, "/admin", { as: admin });
  const steps = within(await screen.findByRole("region", { name: "Get ready to sell" }));
  expect(steps.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Contact email", "/admin?section=settings"],
    ["Policies", "/admin?section=settings"],
    ["Payments", "/admin?section=settings"],
    ["Email", "/email-management?section=settings"],
    ["Two-factor", "/my-tickets?section=account"],
    ["First event", "/admin?section=events&new=1"],
    ["Test purchase", "/events"],
    ["Staff", "/user-management"],
  ]);
  expect(steps.getByText("0 of 8 done")).toBeDefined();
  expect(screen.getByText("Test mode: no real money moves")).toBeDefined();

  await user.click(steps.getByRole("button", { name: "Hide steps" }));
  expect(steps.queryAllByRole("link")).toEqual([]);
  await user.click(steps.getByRole("button", { name: "Show steps" }));
  expect(steps.getAllByRole("link")).toHaveLength(8);
});
