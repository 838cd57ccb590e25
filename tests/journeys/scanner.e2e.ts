import { looks } from "#testing/fake-camera.ts";
import { countAdmitted, countScans, expect, readVerdict, verdict, withDoor } from "./scanner-kit.ts";

// The whole chain from the lens to the database. tests/components/door/read-frames.test.tsx reads tickets in all
// conditions; tests/components/door/ covers what the scanner says about them.

const test = withDoor();

test("a ticket held still is one scan, and when shown again it is already checked in, with the time and the gate", async ({
  openDoor,
  event,
  site,
}) => {
  test.setTimeout(120_000);
  const page = await openDoor(event.eventId, {
    gate: "North door",
    // Held so long that it is still in view after its verdict is gone, however late the first frame was read.
    shots: [{ code: event.code, look: looks.plain, seconds: 16 }, { seconds: 6 }],
  });
  await readVerdict(page, "admitted");
  await expect(verdict(page, "admitted")).toBeHidden();
  await expect(page.getByText("Checked. Next ticket, please.")).toBeVisible();
  expect(await countScans(site, event.eventId)).toBe(1);

  const again = verdict(page, "already_admitted");
  const { text } = await readVerdict(page, "already_admitted");
  await again.getByRole("button", { name: "Tap for next ticket" }).click();
  await expect(again).toBeHidden();
  expect(text).toMatch(/already[\s\S]*entered at \d+:\d\d [ap]m/i);
  expect(text).toContain("Gate: North door");
  expect(await countAdmitted(site, event.eventId)).toBe(1);
  await expect(page.getByRole("region", { name: "Recent scans" }).getByRole("listitem")).toHaveCount(2);
});

test("two tickets in line, one in the dark and one tilted, are admitted without touching the screen", async ({
  openDoor,
  event,
  site,
}) => {
  test.setTimeout(120_000);
  const [first, second] = event.codes;
  const page = await openDoor(event.eventId, {
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
  await expect(page.getByText("2 / 2")).toBeVisible();
  expect(await countAdmitted(site, event.eventId)).toBe(2);
});
