import { barriers } from "./barriers.ts";
import { countAdmitted, expect, readVerdict, verdict, withDoor } from "./scanner-kit.ts";

// tests/components/door/ tests the scanner's behavior; this journey checks how it renders.

const test = withDoor();

test("the scanner and its verdicts have no detectable accessibility barriers, and a handheld scanner's input works", async ({
  openDoor,
  event,
  site,
}) => {
  const page = await openDoor(event.eventId, {});
  await expect(page.getByText("No camera found")).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByLabel("Name, email, order or code").fill(`SG${"0".repeat(36)}`);
  await readVerdict(page, "unknown");
  expect(await barriers(page)).toEqual([]);
  await expect(verdict(page, "unknown")).toBeHidden();

  const sound = page.getByRole("button", { name: "Sound", exact: true });
  await sound.focus();
  // All keys at once, like a handheld scanner, which never pauses between keys.
  await Promise.all([...event.code, "Enter"].map((key) => page.keyboard.press(key)));
  await readVerdict(page, "admitted");
  await expect(sound).toHaveAttribute("aria-pressed", "true");
  await expect(verdict(page, "admitted")).toBeHidden();
  expect(await countAdmitted(site, event.eventId)).toBe(1);
  await page.getByRole("button", { name: "Stop scanning" }).click();
  expect(await barriers(page)).toEqual([]);
});
