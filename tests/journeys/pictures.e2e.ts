import { expect, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { barriers, withAdmin } from "./admin-kit.ts";

const test = withAdmin();

const photo = async (background: string) => ({
  name: `${background.slice(1)}.jpg`,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

/** Drags files from outside the browser onto an element and drops them. */
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
  await expect(zone.getByText("Drop to upload")).toBeVisible();
  await zone.dispatchEvent("drop", { dataTransfer: transfer });
}

test("two files are dropped, processed, described, framed by keyboard, replaced and deleted", async ({
  adminPage,
  event,
  site,
  refusals,
}) => {
  expect(event.eventId).toBeGreaterThan(0);
  // Other journeys on this site added images.
  await site.db.deleteFrom("picture_uses").execute();
  await site.db.deleteFrom("pictures").execute();
  await adminPage.goto(`${site.baseUrl}/admin?section=media`);
  await expect(adminPage.getByRole("heading", { level: 1, name: "Images" })).toBeVisible();
  await expect(adminPage.getByText("No images yet")).toBeVisible();
  await drop(adminPage, adminPage.getByRole("group", { name: "Add images" }), [
    await photo("#a03060"),
    await photo("#2060a0"),
  ]);
  const uploads = adminPage.getByRole("list", { name: "Uploads" });
  await expect(uploads.getByText("Done")).toHaveCount(2);
  const library = adminPage.getByRole("region", { name: "Library" });
  await expect(library.getByRole("link").filter({ hasText: "No alt text" })).toHaveCount(2);
  expect(await barriers(adminPage)).toEqual([]);

  // A second upload of the same file is recognized; a file that isn't an image is rejected with a message.
  refusals.push(/415/);
  await adminPage
    .getByLabel("Add images")
    .last()
    .setInputFiles([
      await photo("#a03060"),
      {
        name: "menu.png",
        mimeType: "image/png",
        buffer: Buffer.from("%PDF-1.7 a menu, and not an image at all, whatever its name says"),
      },
    ]);
  await expect(uploads.getByText("Already in the library")).toBeVisible();
  await expect(uploads.getByText("We can't use this file. Choose a JPEG, PNG, WebP, AVIF or GIF image.")).toBeVisible();
  await expect(library.getByRole("link").filter({ hasText: "No alt text" })).toHaveCount(2);

  await library.getByRole("link", { name: "a03060.jpg" }).click();
  const point = adminPage.getByRole("slider", { name: "Focal point" });
  await point.focus();
  await adminPage.keyboard.press("Shift+ArrowLeft");
  await adminPage.keyboard.press("ArrowDown");
  await expect(point).toHaveAttribute("aria-valuetext", "40% from the left, 52% from the top");
  await adminPage.getByRole("button", { name: "Save" }).click();
  await expect(adminPage.getByRole("alert")).toContainText("Describe the image");
  await adminPage.getByLabel("Alt text").fill("A crowd in red light");
  await adminPage.getByRole("button", { name: "Save" }).click();
  await expect(adminPage.getByText("Image saved", { exact: true })).toBeVisible();
  await expect(adminPage.getByText("Unsaved changes")).toBeHidden();
  expect(await barriers(adminPage)).toEqual([]);

  const shown = adminPage.getByRole("slider").locator("img");
  const before = await shown.getAttribute("src");
  await adminPage
    .getByLabel("Upload a new file")
    .last()
    .setInputFiles([await photo("#30a060")]);
  await expect(shown).not.toHaveAttribute("src", before!);
  await expect(adminPage.getByLabel("Alt text")).toHaveValue("A crowd in red light");
  await expect(point).toHaveAttribute("aria-valuetext", "40% from the left, 52% from the top");

  await adminPage.getByRole("link", { name: "All images" }).click();
  await adminPage.getByLabel("Show").selectOption("no_alt");
  await expect(library.locator("a:not([download])")).toHaveCount(1);
  await adminPage.getByRole("checkbox", { name: "Select 2060a0.jpg" }).check();
  await adminPage.getByRole("button", { name: "Delete" }).click();
  const dialog = adminPage.getByRole("dialog", { name: "Delete this image?" });
  expect(await barriers(adminPage)).toEqual([]);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(adminPage.getByText("No results")).toBeVisible();
});
