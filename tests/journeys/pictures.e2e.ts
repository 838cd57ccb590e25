import { expect, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { barriers, withDesk } from "./desk-kit.ts";

const test = withDesk();

const photo = async (background: string) => ({
  name: `${background.slice(1)}.jpg`,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

/** Drags files from outside over an element and lets go. */
async function drop(page: Page, zone: Locator, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  const sent = files.map(({ buffer, ...file }) => ({ ...file, bytes: [...buffer] }));
  const transfer = await page.evaluateHandle((items) => {
    const data = new DataTransfer();
    for (const { name, mimeType, bytes } of items) {
      data.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }));
    }
    return data;
  }, sent);
  await zone.dispatchEvent("dragenter", { dataTransfer: transfer });
  await expect(zone.getByText("Let go to upload")).toBeVisible();
  await zone.dispatchEvent("drop", { dataTransfer: transfer });
}

test("two files are dropped, drawn, described, framed by keys, replaced and deleted", async ({
  desk,
  night,
  site,
  refusals,
}) => {
  expect(night.eventId).toBeGreaterThan(0);
  // Other journeys on this site took pictures in.
  await site.db.deleteFrom("picture_uses").execute();
  await site.db.deleteFrom("pictures").execute();
  await desk.goto(`${site.baseUrl}/admin?section=media`);
  await expect(desk.getByRole("heading", { level: 1, name: "Pictures" })).toBeVisible();
  await expect(desk.getByText("No pictures yet")).toBeVisible();
  await drop(desk, desk.getByRole("group", { name: "Add pictures" }), [await photo("#a03060"), await photo("#2060a0")]);
  const uploads = desk.getByRole("list", { name: "Uploads" });
  await expect(uploads.getByText("Done")).toHaveCount(2, { timeout: 45_000 });
  const library = desk.getByRole("region", { name: "Library" });
  await expect(library.getByText("No alt text")).toHaveCount(2);
  expect(await barriers(desk)).toEqual([]);

  // Dropped once more, it is the same picture; what is none is refused in a sentence.
  refusals.push(/415/);
  await desk
    .getByLabel("Add pictures")
    .last()
    .setInputFiles([
      await photo("#a03060"),
      {
        name: "menu.png",
        mimeType: "image/png",
        buffer: Buffer.from("%PDF-1.7 a menu, and no picture at all, whatever it says"),
      },
    ]);
  await expect(uploads.getByText("Already in the library")).toBeVisible({ timeout: 45_000 });
  await expect(uploads.getByText("This is no picture that can be taken")).toBeVisible();
  await expect(library.getByText("No alt text")).toHaveCount(2);

  await library.getByRole("link", { name: "a03060.jpg" }).click();
  const point = desk.getByRole("slider", { name: "Focal point" });
  await point.focus();
  await desk.keyboard.press("Shift+ArrowLeft");
  await desk.keyboard.press("ArrowDown");
  await expect(point).toHaveAttribute("aria-valuetext", "40% from the left, 52% from the top");
  await desk.getByRole("button", { name: "Save" }).click();
  await expect(desk.getByRole("alert")).toContainText("Say what the picture shows");
  await desk.getByLabel("Alt text").fill("A crowd in red light");
  await desk.getByRole("button", { name: "Save" }).click();
  await expect(desk.getByText("Picture Saved", { exact: true })).toBeVisible();
  await expect(desk.getByText("Not saved yet")).toBeHidden();
  expect(await barriers(desk)).toEqual([]);

  const shown = desk.getByRole("slider").locator("img");
  const before = await shown.getAttribute("src");
  await desk
    .getByLabel("Add the new file")
    .last()
    .setInputFiles([await photo("#30a060")]);
  await expect(shown).not.toHaveAttribute("src", before!, { timeout: 45_000 });
  await expect(desk.getByLabel("Alt text")).toHaveValue("A crowd in red light");
  await expect(point).toHaveAttribute("aria-valuetext", "40% from the left, 52% from the top");

  await desk.getByRole("link", { name: "All pictures" }).click();
  await desk.getByLabel("Which").selectOption("no_alt");
  await expect(library.getByRole("link")).toHaveCount(1);
  await desk.getByRole("checkbox", { name: "Choose 2060a0.jpg" }).check();
  await desk.getByRole("button", { name: "Delete" }).click();
  const dialog = desk.getByRole("dialog", { name: "Delete this picture?" });
  expect(await barriers(desk)).toEqual([]);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(desk.getByText("Nothing like that")).toBeVisible();
});
