import { afterEach, expect, test } from "vitest";
import { ProviderDown } from "#server/modules/payments/provider.ts";
import { createTestDatabase } from "#testing/database.ts";
import { installMovingClock, moveClock } from "#testing/moving-clock.ts";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, type SiteOptions } from "#testing/site.ts";
import { openOrder } from "./stripe-kit.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

const minutes = 60;

/** A buyer on the sandbox's page while the sandbox doesn't respond to us: the site extends the deadline. */
async function meetOutage(options: SiteOptions = {}) {
  const database = await createTestDatabase();
  await installMovingClock(database, { isFrozen: true });
  let isDown = false;
  const site = await createSite({
    ...options,
    database,
    wrapProvider: (provider) => ({
      ...provider,
      async findSession(ref) {
        if (isDown) throw new ProviderDown(2);
        return await provider.findSession(ref);
      },
    }),
  });
  open.push({ close: () => database.drop() }, site);
  const order = await openOrder(site);
  const pass = async (seconds: number) => {
    await moveClock(database, seconds);
    await site.app.runJob("payments");
  };
  isDown = true;
  await pass(1 * minutes);
  isDown = false;
  expect(await order.read()).toMatchObject({ status: "paying", holdSecondsLeft: 19 * minutes, holdGraceSeconds: 600 });
  const press = () => site.anon.post(`/api/payments/sandbox/${order.session}/complete`, { outcome: "approve" });
  return { order, pass, press };
}

test("the sandbox's page accepts payment as long as the tickets are held, including the ten extra minutes", async () => {
  const { order, pass, press } = await meetOutage();
  await pass(13 * minutes);
  expect(await press()).toMatchObject({ status: 200, body: { status: "approved" } });
  expect((await order.read()).status).toBe("paid");
});

test("the sandbox's page closes as soon as the site has released the tickets", async () => {
  const { order, pass, press } = await meetOutage();
  await pass(20 * minutes);
  expect((await order.read()).status).toBe("expired");
  expect(await press()).toMatchObject({ status: 409, body: { code: "payment_closed" } });
});

test("negative control: a page that only knows the first deadline rejects a buyer who still has time", async () => {
  const { order, pass, press } = await meetOutage({
    rewriteSql: sabotage(["+ interval '45 minutes'", ""]),
  });
  await pass(13 * minutes);
  expect(await press()).toMatchObject({ status: 409 });
  expect(await order.read()).toMatchObject({ status: "paying", holdSecondsLeft: 6 * minutes });
});
