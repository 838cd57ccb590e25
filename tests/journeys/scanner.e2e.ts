import { looks } from "#tests/kit/fake-camera.ts";
import { countAdmitted, countScans, expect, readVerdict, verdict, withDoor } from "./scanner-kit.ts";

// The whole chain from a lens to the database. Every look of a ticket is read in tests/components/door/read-frames.test.tsx, what the
// scanner says of it in tests/components/door/.

const test = withDoor();

test("a ticket held still is one scan, and shown again it is already in, with the time and the gate", async ({
  openDoor,
  night,
  site,
}) => {
  test.setTimeout(120_000);
  const page = await openDoor(night.eventId, {
    gate: "North door",
    // Held for so long that it is still in view when its verdict has gone, however late the first look came.
    shots: [{ code: night.code, look: looks.plain, seconds: 16 }, { seconds: 6 }],
  });
  await readVerdict(page, "admitted");
  await expect(verdict(page, "admitted")).toBeHidden();
  await expect(page.getByText("Checked. Next ticket, please.")).toBeVisible();
  expect(await countScans(site, night.eventId)).toBe(1);

  const again = verdict(page, "already_admitted");
  const { text } = await readVerdict(page, "already_admitted");
  await again.getByRole("button", { name: "Tap for the next ticket" }).click();
  await expect(again).toBeHidden();
  expect(text).toMatch(/already[\s\S]*in at \d+:\d\d [ap]m/i);
  expect(text).toContain("Gate: North door");
  expect(await countAdmitted(site, night.eventId)).toBe(1);
  await expect(page.getByRole("region", { name: "Last scans" }).getByRole("listitem")).toHaveCount(2);
});

test("two tickets in the queue, one in the dark and one tilted, are admitted without a touch of the screen", async ({
  openDoor,
  night,
  site,
}) => {
  test.setTimeout(120_000);
  const [first, second] = night.codes;
  const page = await openDoor(night.eventId, {
    shots: [
      { code: first!, look: looks.dark, seconds: 3 },
      { code: second!, look: looks.tilted, seconds: 3 },
    ],
  });
  const { text, alerts } = await readVerdict(page, "admitted");
  for (const words of ["Admitted", "Ada Buyer", "General Admission", "Check ID 21+"]) {
    expect(text.toLowerCase()).toContain(words.toLowerCase());
  }
  expect(alerts).toContain("Admitted. Check ID 21+. Ada Buyer, General Admission");
  await expect(page.getByText("2 / 2")).toBeVisible({ timeout: 45_000 });
  expect(await countAdmitted(site, night.eventId)).toBe(2);
});
