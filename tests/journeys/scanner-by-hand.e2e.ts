import { barriers } from "./barriers.ts";
import { countAdmitted, expect, readVerdict, verdict, withDoor } from "./scanner-kit.ts";

const test = withDoor();

test("a code typed by hand is forgiven its spaces and lower case", async ({ openDoor, night, site }) => {
  const page = await openDoor(night.eventId, {});
  await page.getByLabel("Code by hand").fill(night.code.toLowerCase().replace(/(.{4})/g, "$1 "));
  await page.getByLabel("Code by hand").press("Enter");
  await readVerdict(page, "admitted");
  expect(await countAdmitted(site, night.eventId)).toBe(1);
});

test("a code with letters missing is not sent", async ({ openDoor, night }) => {
  const page = await openDoor(night.eventId, {});
  await page.getByLabel("Code by hand").fill(night.code.slice(0, 30));
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("A code has 38 letters and digits; this has 30.")).toBeVisible();
});

test("a hand scanner that types needs no field, and its Enter presses no button", async ({ openDoor, night, site }) => {
  const page = await openDoor(night.eventId, {});
  const sound = page.getByRole("button", { name: "Sound", exact: true });
  await sound.focus();
  // All keys at once, as a hand scanner does: it never pauses between two of them.
  await Promise.all([...night.code, "Enter"].map((key) => page.keyboard.press(key)));
  await readVerdict(page, "admitted");
  await expect(sound).toHaveAttribute("aria-pressed", "true");
  await expect(verdict(page, "admitted")).toBeHidden();
  expect(await countAdmitted(site, night.eventId)).toBe(1);
});

test("without a camera the door says so and still admits by hand", async ({ openDoor, night }) => {
  const page = await openDoor(night.eventId, {});
  await expect(page.getByText("No camera found")).toBeVisible();
  await page.getByLabel("Code by hand").fill(night.code);
  await page.getByRole("button", { name: "Check" }).click();
  await readVerdict(page, "admitted");
});

test("a refused camera is explained and can be tried again", async ({ openDoor, night }) => {
  const page = await openDoor(night.eventId, { denied: true, shots: [{ seconds: 1 }] });
  await expect(page.getByText("The camera is blocked")).toBeVisible();
  await page.context().grantPermissions(["camera"]);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Hold the code inside the frame")).toBeVisible();
});

test("a camera that freezes is started again by itself", async ({ openDoor, night }) => {
  const page = await openDoor(night.eventId, { shots: [{ seconds: 4 }] });
  await expect(page.getByText("Hold the code inside the frame")).toBeVisible();
  const dead = await page.evaluateHandle(() => document.querySelector("video")!.srcObject as MediaStream);
  const isActive = await dead.evaluate((stream) => {
    stream.getTracks()[0]!.stop();
    return stream.active;
  });
  expect(isActive).toBe(false);
  const isAlive = () =>
    dead.evaluate((old) => {
      const stream = document.querySelector("video")!.srcObject as MediaStream | null;
      return stream !== null && stream !== old && stream.active;
    });
  await expect.poll(isAlive).toBe(true);
  await expect(page.getByText("Hold the code inside the frame")).toBeVisible();
});

test("a reload in the middle of the queue goes straight back to the open door", async ({ openDoor, night }) => {
  const page = await openDoor(night.eventId, { shots: [{ seconds: 1 }] });
  await expect(page.getByText("Hold the code inside the frame")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Hold the code inside the frame")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`event=${night.eventId}$`));
  await page.getByRole("button", { name: "Close the door" }).click();
  await expect(page.getByRole("heading", { name: "Ticket Scanner" })).toBeVisible();
});

test("the scanner and its verdicts have no accessibility fault that a machine can find", async ({
  openDoor,
  night,
}) => {
  const page = await openDoor(night.eventId, {});
  await expect(page.getByText("No camera found")).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByLabel("Code by hand").fill(`SG${"0".repeat(36)}`);
  await page.getByRole("button", { name: "Check" }).click();
  await readVerdict(page, "unknown");
  expect(await barriers(page)).toEqual([]);
  await expect(verdict(page, "unknown")).toBeHidden();
  await page.getByRole("button", { name: "Close the door" }).click();
  expect(await barriers(page)).toEqual([]);
});
