import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, expect, test as base, type BrowserContext, type Page } from "@playwright/test";
import { browserArguments, fullChromiumPath } from "#testing/browser.ts";
import { startFrontServer, type FrontServer } from "#testing/front-server.ts";
import { readQrCodes } from "#testing/qr-reader.ts";
import type { Client } from "#testing/site.ts";
import { onSite, skipSplash, waitForAnswer } from "./journey-kit.ts";

type Phone = {
  /** The page of a browser that keeps its data when it is closed. */
  open: () => Promise<Page>;
  /** Closes the browser, as a phone that is switched off. */
  close: () => Promise<void>;
  /** The network is gone: the browser knows it, and no server answers. */
  cut: () => Promise<void>;
  mend: () => Promise<void>;
};

type Fixtures = { front: FrontServer; phone: Phone; holder: { guest: Client; code: string; title: string } };

const test = onSite(base).extend<Fixtures>({
  front: async ({ site }, use) => {
    const front = await startFrontServer(site.baseUrl);
    await use(front);
    await front.down();
  },
  phone: async ({ front, holder }, use) => {
    const folder = await mkdtemp(join(tmpdir(), "phone-"));
    let context: BrowserContext | undefined;
    let isCut = false;
    await use({
      async open() {
        context = await chromium.launchPersistentContext(folder, {
          ...(fullChromiumPath ? { executablePath: fullChromiumPath } : {}),
          args: browserArguments,
          viewport: { width: 390, height: 844 },
          serviceWorkers: "allow",
          reducedMotion: "reduce",
          offline: isCut,
        });
        await skipSplash(context);
        if ((await context.cookies(front.url)).length === 0) {
          const expires = Date.now() / 1000 + 86_400;
          await context.addCookies([{ name: "sg_session", value: holder.guest.token!, url: front.url, expires }]);
        }
        const page = context.pages()[0] ?? (await context.newPage());
        waitForAnswer(page);
        return page;
      },
      close: async () => context?.close(),
      async cut() {
        isCut = true;
        await context?.setOffline(true);
        await front.down();
      },
      async mend() {
        isCut = false;
        await front.up();
        await context?.setOffline(false);
      },
    });
    await context?.close();
    await rm(folder, { recursive: true, force: true });
  },
  holder: async ({ site }, use, { title }) => {
    const name = `Velvet Riddim ${title.length}`;
    const ticketTypeId = await site.create.ticketType({ eventId: await site.create.event({ title: name }) });
    const guest = await site.as("guest");
    const { body: order } = await site.buy(guest, [{ ticketTypeId, quantity: 1 }]);
    await use({ guest, code: order.tickets[0]!.code, title: name });
  },
});

/** Waits until this browser can do without the server. */
const whenKept = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const worker = (await navigator.serviceWorker.getRegistration())?.active;
        return [
          worker?.state,
          localStorage.getItem("sg:tickets") !== null,
          await caches.has((await caches.keys())[0] ?? ""),
        ];
      }),
    )
    .toEqual(["activated", true, true]);

async function expectTicket(page: Page, { code, title }: Fixtures["holder"]): Promise<void> {
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await page.getByRole("button", { name: "Show ticket", exact: true }).click();
  const picture = page.getByRole("dialog").getByRole("img", { name: "QR code for ticket 1 of 1" });
  await expect(picture).toBeVisible();
  expect(await readQrCodes(await picture.screenshot())).toEqual([code]);
  await page.keyboard.press("Escape");
}

/** Everything that this browser stores for the site, as one text. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const files = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name);
        const pages = (await cache.matchAll()).filter((reply) => reply.headers.get("content-type")?.includes("html"));
        const other = (await cache.keys()).filter(({ url }) => !/\/assets\/|\/shell\.html/.test(url));
        return [...(await Promise.all(pages.map((reply) => reply.text()))), ...other.map(({ url }) => url)];
      }),
    );
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, files]);
  });

test("after one visit, a guest's ticket opens without a network, also after the phone was restarted", async ({
  front,
  phone,
  holder,
}) => {
  let page = await phone.open();
  await page.goto(`${front.url}/my-tickets`);
  await expectTicket(page, holder);
  await whenKept(page);

  await phone.cut();
  await page.goto(`${front.url}/my-tickets`);
  await expect(page.getByText(/^Your tickets as of/)).toBeVisible();
  await expectTicket(page, holder);

  await phone.close();
  page = await phone.open();
  await page.goto(`${front.url}/my-tickets`);
  await expectTicket(page, holder);
  await expect(page).toHaveTitle(/^My Tickets \|/);

  // Other pages say the truth and lead to the tickets.
  await page.goto(`${front.url}/events`);
  await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
  await page.getByRole("link", { name: "My Tickets" }).click();
  await expectTicket(page, holder);

  // The installed app starts at the home page.
  await page.goto(`${front.url}/`);
  await expect(page).toHaveURL(`${front.url}/my-tickets`);
  await expectTicket(page, holder);

  // Nothing is taken from who is showing a code; after that, the page comes from the server by itself.
  await page.getByRole("button", { name: "Show ticket", exact: true }).click();
  await phone.mend();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(page.getByRole("dialog").getByRole("img", { name: "QR code for ticket 1 of 1" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText(/^Your tickets as of/)).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByRole("heading", { name: holder.title })).toBeVisible();
  await page.goto(`${front.url}/events`);
  await expect(page.getByRole("link", { name: holder.title }).first()).toBeVisible();
});

test("a failing, silent or stopped server never takes the tickets away, and other pages say what is wrong", async ({
  front,
  phone,
  holder,
}) => {
  const page = await phone.open();
  await page.goto(`${front.url}/my-tickets`);
  await whenKept(page);
  for (const failure of [{ status: 503 }, { status: 500 }, "silence"] as const) {
    front.set(() => failure);
    await page.goto(`${front.url}/my-tickets`);
    await expectTicket(page, holder);
    await expect(page.getByText(/^Your tickets as of/)).toBeVisible();
  }
  front.set(() => ({ status: 503, body: "We'll be right back" }));
  expect((await page.goto(`${front.url}/`, { waitUntil: "commit" }))?.status()).toBe(503);
  await expect(page.getByText("We'll be right back")).toBeVisible();
  front.set();
  await front.down();
  await page.goto(`${front.url}/my-tickets`);
  await expectTicket(page, holder);
  await front.up();
  // No event of the browser says that the server is back: the page finds it itself.
  await expect(page.getByText(/^Your tickets as of/)).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByRole("heading", { name: holder.title })).toBeVisible();
});

const expectNothingPrivate = async (page: Page, { code, title, guest }: Fixtures["holder"]) => {
  const kept = await stored(page);
  for (const word of [code, title, guest.token!, "ada@example.com", "Ada Buyer"]) expect(kept).not.toContain(word);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /ticket|^user/.test(key)))).toEqual([]);
};

test("signing out without a network removes everything private at once, and the server learns it at the next visit", async ({
  front,
  phone,
  holder,
}) => {
  const page = await phone.open();
  await page.goto(`${front.url}/my-tickets`);
  await whenKept(page);
  expect(await stored(page)).toContain(holder.code);
  await phone.cut();
  await page.goto(`${front.url}/my-tickets`);
  await page.getByRole("button", { name: /^Account: / }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  const confirm = page.getByRole("dialog").getByRole("button", { name: "Log out" });
  await confirm.click();
  await expect(page.getByText(holder.title)).toHaveCount(0);
  await expectNothingPrivate(page, holder);
  await page.goto(`${front.url}/my-tickets`);
  await expect(page.getByRole("dialog", { name: "Join The Community" })).toBeVisible();
  expect((await holder.guest.get("/api/me")).status).toBe(200);

  await phone.mend();
  const html = await (await page.goto(`${front.url}/`, { waitUntil: "commit" }))!.text();
  expect(html).not.toContain(holder.code);
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  await expect.poll(async () => (await holder.guest.get("/api/me")).status).toBe(401);
  await expect.poll(() => page.context().cookies(front.url)).toEqual([]);
  await expectNothingPrivate(page, holder);
});

test("when the session has ended, or someone else signs in, the former person's tickets are gone from the device", async ({
  front,
  phone,
  holder,
  site,
}) => {
  const page = await phone.open();
  await page.goto(`${front.url}/my-tickets`);
  await whenKept(page);
  const next = await site.as("user");
  await page.context().addCookies([{ name: "sg_session", value: next.token!, url: front.url }]);
  await page.goto(`${front.url}/my-tickets`);
  await expect(page.getByText("No tickets yet")).toBeVisible();
  await expect.poll(() => stored(page)).not.toContain(holder.code);
  await expectNoTrace(page, holder);

  await page.context().addCookies([{ name: "sg_session", value: holder.guest.token!, url: front.url }]);
  await page.goto(`${front.url}/my-tickets`);
  await expect.poll(() => stored(page)).toContain(holder.code);
  await holder.guest.post("/api/auth/logout");
  await page.goto(`${front.url}/`);
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  await expect.poll(() => stored(page)).not.toContain(holder.code);
  await expectNothingPrivate(page, holder);
});

const expectNoTrace = async (page: Page, { code, title }: Fixtures["holder"]) => {
  const kept = await stored(page);
  for (const word of [code, title]) expect(kept).not.toContain(word);
};

test("a newer version asks before it reloads, and a page that is already new is left alone", async ({
  front,
  phone,
}) => {
  const page = await phone.open();
  await page.goto(`${front.url}/my-tickets`);
  await whenKept(page);
  const update = () =>
    page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
  const filesOf = () => page.evaluate(async () => (await caches.keys()).length);
  const prompt = page.getByText("A new version is ready").first();

  // The same program, built again: nothing to ask.
  const rename = (body: string, build: string) => body.replaceAll(/(?<=[`"'])[0-9a-f]{12}(?=[`"'])/g, build);
  front.set((path) => (path === "/sw.js" ? { rewrite: (body) => rename(body, "aaaaaaaaaaaa") } : undefined));
  await update();
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).join())).toContain("aaaaaaaaaaaa");
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration())!;
        return [installing, waiting, active?.state];
      }),
    )
    .toEqual([null, null, "activated"]);
  await expect(prompt).toHaveCount(0);

  // Another program: the page goes on with its own files until its reader reloads.
  front.set((path) => {
    if (path !== "/sw.js") return undefined;
    return { rewrite: (body) => rename(body, "bbbbbbbbbbbb").replaceAll(/\/assets\/entry-client-[\w-]+\.js,/g, "") };
  });
  await update();
  await expect(prompt).toBeVisible();
  expect(await filesOf()).toBe(3);
  await page.evaluate(() => Object.assign(window, { isOldPage: true }));
  const reloaded = page.waitForEvent("load", { timeout: 60_000 });
  await page.getByRole("button", { name: "Reload" }).click();
  await reloaded;
  expect(await page.evaluate(() => "isOldPage" in window)).toBe(false);
  // The new worker takes over once the old one has finished what it's doing. The version before stays for other tabs;
  // older ones go.
  await expect.poll(filesOf, { timeout: 60_000 }).toBe(2);
  expect(await page.evaluate(async () => (await caches.keys()).join())).toContain("bbbbbbbbbbbb");
});

test("the service worker stays out of the API, files, downloads and payments, and comes fresh with every check", async ({
  front,
  phone,
  request,
}) => {
  const page = await phone.open();
  await page.goto(`${front.url}/my-tickets`);
  await whenKept(page);
  const viaWorker: string[] = [];
  page.on("response", (reply) => {
    const { pathname } = new URL(reply.url());
    if (reply.fromServiceWorker() && !pathname.startsWith("/assets/")) viaWorker.push(pathname);
  });
  await page.goto(`${front.url}/`);
  await page.waitForLoadState("networkidle");
  expect(new Set(viaWorker)).toEqual(new Set(["/"]));
  for (const path of ["/api/docs", "/feeds/events.xml", "/robots.txt"]) {
    const reply = await page.goto(front.url + path, { waitUntil: "commit" }).catch(() => null);
    expect([path, reply?.fromServiceWorker() ?? false]).toEqual([path, false]);
  }
  const worker = await request.get(`${front.url}/sw.js`);
  expect(worker.headers()).toMatchObject({
    "cache-control": "no-cache",
    "content-type": expect.stringContaining("javascript"),
  });
  const manifest = await request.get(`${front.url}/manifest.webmanifest`);
  expect(manifest.headers()["content-type"]).toMatch(/^application\/manifest\+json/);
  for (const { src } of (await manifest.json()).icons) expect((await request.get(front.url + src)).status()).toBe(200);
});
