import { waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openCommunity } from "#tests/community/kit.ts";
import { barriers } from "#tests/components/kit/barriers.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import type { Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await openCommunity();
});
afterAll(() => site.close());

test("what a member turns off is off for everyone else, and the others stay as they were", async () => {
  const ada = await site.as("user", "ada.lovelace");
  const privacyOf = async () => (await ada.get("/api/community/me")).body.privacy;
  const before = await privacyOf();
  expect(before).toMatchObject({ isFindable: true, mentions: "everyone" });
  const { screen, user } = await openApp(site, "/my-tickets?section=account", { as: ada });
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: /find me by name/ });
  await user.click(box);
  await screen.findByText("Saved");
  expect(await privacyOf()).toEqual({ ...before, isFindable: false });
  await waitFor(() => expect(box.checked).toBe(false));
  const found = await (await site.as("user")).get("/api/community/people?q=ada.lovelace");
  expect([found.status, found.body.items]).toEqual([200, []]);

  await user.selectOptions(screen.getByLabelText("Who can mention me"), "Nobody");
  await waitFor(async () => expect(await privacyOf()).toEqual({ ...before, isFindable: false, mentions: "nobody" }));
  expect(await barriers()).toEqual([]);
});
