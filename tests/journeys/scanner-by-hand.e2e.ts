import { barriers } from "./barriers.ts";
import { countAdmitted, expect, readVerdict, verdict, withDoor } from "./scanner-kit.ts";

// What the scanner says and does is shown in tests/components/door/; here it is looked at as it is drawn.

const test = withDoor();

test("the scanner and its verdicts have no accessibility fault that a machine can find, and a hand scanner's keys are heard", async ({
  openDoor,
  night,
  site,
}) => {
  const page = await openDoor(night.eventId, {});
  await expect(page.getByText("No camera found")).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByLabel("Code by hand").fill(`SG${"0".repeat(36)}`);
  await page.getByRole("button", { name: "Check" }).click();
  await readVerdict(page, "unknown");
  expect(await barriers(page)).toEqual([]);
  await expect(verdict(page, "unknown")).toBeHidden();

  const sound = page.getByRole("button", { name: "Sound", exact: true });
  await sound.focus();
  // All keys at once, as a hand scanner does: it never pauses between two of them.
  await Promise.all([...night.code, "Enter"].map((key) => page.keyboard.press(key)));
  await readVerdict(page, "admitted");
  await expect(sound).toHaveAttribute("aria-pressed", "true");
  await expect(verdict(page, "admitted")).toBeHidden();
  expect(await countAdmitted(site, night.eventId)).toBe(1);
  await page.getByRole("button", { name: "Close the door" }).click();
  expect(await barriers(page)).toEqual([]);
});
