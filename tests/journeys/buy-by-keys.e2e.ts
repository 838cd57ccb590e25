import { expect, type Locator, type Page } from "@playwright/test";
import { withSite } from "./journey-kit.ts";

const test = withSite();
test.use({ actionTimeout: 15_000 });

/** What is wrong with the focus: its indicator is missing, or something covers the focused element. */
const focusProblem = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement | null;
    if (!focused || focused === document.body) return "nothing has the focus";
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused);
    const isMarked = (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
    const name = focused.outerHTML.slice(0, 160);
    // An element that its neighbor draws, such as our custom checkbox, has no size here.
    const box = focused.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) return "";
    if (!isMarked && !focused.matches("h1, main, [role=dialog]")) return `no focus indicator on ${name}`;
    const x = Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1);
    const y = box.top + Math.min(box.height / 2, innerHeight / 2);
    if (y < 0 || y > innerHeight) return `out of sight: ${name}`;
    const above = document.elementFromPoint(x, y);
    return above && (focused.contains(above) || above.contains(focused)) ? "" : `covered: ${name}`;
  });

/** Presses Tab until the goal has the focus; every element on the way must show its focus. */
async function tabTo(page: Page, goal: Locator, max = 40): Promise<void> {
  const passed: string[] = [];
  for (let count = 0; count < max; count++) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
    // Scrolling may be smooth, so wait until it ends.
    await expect.poll(() => focusProblem(page)).toBe("");
    passed.push(await page.evaluate(() => (document.activeElement?.textContent ?? "").trim().slice(0, 30)));
  }
  throw new Error(`Not reached in ${max} steps: ${passed.join(" | ")}`);
}

/** Whether a part contains the focus. The focus may arrive one frame after the part appears. */
const hasFocus = (part: Locator) => part.evaluate((element) => element.contains(document.activeElement));

const focusedText = (page: Page) =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent?.slice(0, 40) ?? ""}`);

for (const [device, viewport] of [
  ["a phone with a keyboard", { width: 390, height: 844 }],
  ["a desktop", { width: 1440, height: 900 }],
] as const) {
  test(`on ${device} a guest buys two tickets and opens the code by keyboard only`, async ({ page, site }) => {
    test.setTimeout(150_000);
    await page.setViewportSize(viewport);
    const title = `Velvet Riddim by keyboard on ${device}`;
    const eventId = await site.create.event({ title });
    await site.create.ticketType({ eventId, name: "General admission" });
    await page.goto(`${site.baseUrl}/events/${eventId}`);

    // The first Tab offers to skip the header.
    await page.keyboard.press("Tab");
    expect(await focusedText(page)).toMatch(/skip/i);
    await page.keyboard.press("Enter");

    const more = page.getByRole("button", { name: "More: General admission" });
    await tabTo(page, more);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Space");
    await expect(more).toBeFocused();
    await tabTo(page, page.getByRole("button", { name: "Check out" }).filter({ visible: true }).first());
    await page.keyboard.press("Enter");

    const dialog = page.getByRole("dialog", { name: "Join The Community" });
    await expect(dialog).toBeVisible();
    await expect.poll(() => hasFocus(dialog)).toBe(true);
    await tabTo(page, dialog.getByRole("button", { name: "Continue as guest" }));
    await page.keyboard.press("Enter");

    await expect(page).toHaveURL(/\/checkout\?/);
    await expect(page.getByLabel("Your name")).toBeVisible();
    await expect.poll(() => focusedText(page)).toMatch(/^(H1|MAIN) /);
    await tabTo(page, page.getByLabel("Your name"));
    await page.keyboard.type("Marva Bright");
    await tabTo(page, page.getByRole("textbox", { name: "Email" }), 3);
    await page.keyboard.type("marva@example.com");
    await tabTo(page, page.getByRole("button", { name: /pay \$50\.00/i }));
    await page.keyboard.press("Enter");

    await expect(page).toHaveURL(/\/api\/payments\/sandbox\/sbx_/);
    await tabTo(page, page.getByRole("button", { name: "Pay $50.00" }));
    await page.keyboard.press("Enter");

    await expect(page).toHaveURL(/\/payment-success\?order=/);
    await expect(page.getByRole("img", { name: /^QR code for ticket/ })).toHaveCount(2);
    // The focus is on the first ticket. On a phone, arrow keys scroll from there to codes beyond the edge; a desktop has no
    // scrolling, so the list isn't focusable.
    const codes = page.getByRole("img", { name: /^QR code for ticket/ });
    const deck = page.getByRole("list", { name: "Your tickets" });
    await expect(page.getByRole("article", { name: /^Ticket 1 of 2/ })).toBeFocused();
    expect(await focusProblem(page)).toBe("");
    if (viewport.width < 768) {
      await expect(deck).toHaveAttribute("tabindex", "0");
      for (let count = 0; count < 20; count++) await page.keyboard.press("ArrowRight");
    } else await expect(deck).not.toHaveAttribute("tabindex");
    await expect(codes.last()).toBeInViewport({ ratio: 1 });

    // A guest's only link to the tickets is in the email, so the test enters the address.
    await page.goto(`${site.baseUrl}/my-tickets`);
    const show = page.getByRole("button", { name: "Show 2 tickets" });
    await tabTo(page, show);
    await page.keyboard.press("Enter");
    const viewer = page.getByRole("dialog");
    await expect(viewer.getByRole("img", { name: /QR code for ticket/ }).first()).toBeVisible();
    await expect.poll(() => hasFocus(viewer)).toBe(true);
    await page.keyboard.press("Escape");
    await expect(viewer).toHaveCount(0);
    await expect(show).toBeFocused();
  });
}

test("staff find an order and refund it by keyboard only", async ({ page, context, site }) => {
  test.setTimeout(150_000);
  const ticketTypeId = await site.create.ticketType();
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  await context.addCookies([await site.cookieOf("admin")]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${site.baseUrl}/ticket-management?tab=orders`);
  await tabTo(page, page.getByRole("searchbox").first());
  await page.keyboard.type(order.number);
  await expect(page.getByRole("row")).toHaveCount(2);
  await tabTo(page, page.getByRole("link", { name: order.number }));
  await page.keyboard.press("Enter");

  const refund = page.getByRole("button", { name: "Refund", exact: true });
  await expect(refund).toBeVisible();
  await tabTo(page, refund);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Refund" });
  await expect.poll(() => hasFocus(dialog)).toBe(true);
  const send = dialog.getByRole("button", { name: "Refund $25.00" });
  await expect(send).toBeVisible();
  await tabTo(page, dialog.getByRole("textbox", { name: "Reason" }));
  await page.keyboard.type("Asked by phone");
  await tabTo(page, send);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("list", { name: "Refunds" }).getByText("$25.00")).toBeVisible();
});

test("the keyboard check detects a missing focus indicator and a covered focus", async ({ page, site }) => {
  const eventId = await site.create.event();
  await site.create.ticketType({ eventId, name: "General admission" });
  await page.goto(`${site.baseUrl}/events/${eventId}`);
  const more = page.getByRole("button", { name: "More: General admission" });
  await tabTo(page, more);
  await more.evaluate((element) => (element.style.outline = "none"));
  expect(await focusProblem(page)).toMatch(/^no focus indicator/);
  await more.evaluate((element) => {
    element.style.outline = "";
    const lid = document.body.appendChild(document.createElement("div"));
    Object.assign(lid.style, { position: "fixed", inset: "0", zIndex: "1000" });
  });
  expect(await focusProblem(page)).toMatch(/^covered/);
});
