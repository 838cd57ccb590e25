import { within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { readCode } from "#tests/orders/hoarders.ts";
import { createSite, draft, type Site } from "#testing/site.ts";
import { checkoutPath, fillBuyer, payButton, watchLeaving } from "./checkout-kit.tsx";

// Where holds are short, an emailed code gives a buyer the whole time, and where too much expired, it lets them in.

let site: Site;
let leaving: ReturnType<typeof watchLeaving>;
beforeAll(async () => {
  site = await createSite({ settings: { RATE_LIMITS: "on", SMTP_URL: "smtp://mail.example.com" } });
});
afterAll(() => site.close());
beforeEach(() => {
  leaving = watchLeaving();
});
afterEach(() => {
  vi.unstubAllGlobals();
  leaving.stop();
});

/** Presses Pay at the checkout of the last of few tickets. */
async function pressPay({ raided = false } = {}) {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, capacity: 20 });
  if (raided) await letExpire(ticketTypeId);
  const buyer = await site.as("guest");
  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 3 }), { as: buyer });
  await fillBuyer(app);
  const email = "marva@example.com";
  await app.user.click(await payButton(app.screen));
  return { ...app, buyer, email };
}

/** Somebody held tickets and never paid. */
async function letExpire(ticketTypeId: number): Promise<void> {
  const other = await site.as("guest");
  const { body } = await other.post("/api/orders", draft([{ ticketTypeId, quantity: 10 }]));
  await site.db
    .updateTable("holds")
    .set({ created_at: new Date(Date.now() - 240_000), expires_at: new Date(Date.now() - 60_000) })
    .where("holder_id", "=", body.id)
    .execute();
  await site.app.runJob("holds");
}

type Opened = Awaited<ReturnType<typeof pressPay>>;

async function confirm({ screen, user, buyer, email }: Opened, code?: string): Promise<void> {
  await user.click(await screen.findByRole("button", { name: "Email me a code" }));
  const field = await screen.findByLabelText(/Code/);
  expect(document.activeElement).toBe(field);
  await user.type(field, code ?? (await readCode(site, buyer, email)));
  await user.click(screen.getByRole("button", { name: "Confirm email" }));
}

test("a short hold shows its time and isn't paid at once; the code makes it longer", async () => {
  const page = await pressPay();
  const { screen, user } = page;
  const timer = await screen.findByRole("timer", { name: "Time left" });
  expect(timer.textContent).toMatch(/^(3:00|2:\d\d)$/);
  expect(leaving.addresses).toEqual([]);
  const callout = within((await screen.findByText("You have 3 minutes to pay")).closest("div")!.parentElement!);
  callout.getByText(/we'll hold your tickets for 7 more minutes/);
  await confirm(page, "12345678");
  await screen.findByText("That code isn't right, or it has expired");
  const field = screen.getByLabelText(/Code/);
  await user.clear(field);
  await user.type(field, await readCode(site, page.buyer, page.email));
  await user.click(screen.getByRole("button", { name: "Confirm email" }));
  await vi.waitFor(() =>
    expect(screen.getByRole("timer", { name: "Time left" }).textContent).toMatch(/^(10:00|9:\d\d)$/),
  );
  expect(screen.queryByText("You have 3 minutes to pay")).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Pay .* now$/ }));
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1));
});

test("a buyer whose phone is slow with the work confirms the email instead", async () => {
  const workers: { terminate: () => void }[] = [];
  class SlowWorker {
    constructor() {
      workers.push(this);
    }
    postMessage() {}
    terminate() {}
  }
  vi.stubGlobal("Worker", SlowWorker);
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, capacity: 2000 });
  for (let taken = 0; taken < 20; taken++)
    await (await site.as("guest")).post("/api/orders", draft([{ ticketTypeId, quantity: 10 }]));
  const buyer = await site.as("guest");
  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 3 }), { as: buyer });
  await fillBuyer(app);
  await app.user.click(await payButton(app.screen));
  const skip = await app.screen.findByRole("button", { name: "Confirm my email instead" }, { timeout: 20_000 });
  await app.user.click(skip);
  await app.screen.findByText(/Confirm your email with a code instead, or try again/);
  expect(workers).toHaveLength(1);
  await confirm({ ...app, buyer, email: "marva@example.com" });
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1));
});

test("where too much expired unpaid, the code lets the order through without another press", async () => {
  const page = await pressPay({ raided: true });
  const { screen } = page;
  await screen.findByText("Confirm your email to continue");
  expect(screen.queryByRole("timer")).toBeNull();
  await confirm(page);
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1));
});
