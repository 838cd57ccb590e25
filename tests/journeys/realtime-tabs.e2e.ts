import { expect, test, type BrowserContext, type Page } from "@playwright/test";
import { bundleRealtime } from "#testing/realtime-bundle.ts";
import { openChannel, type Channel } from "#testing/channel.ts";

declare global {
  interface Window {
    /** What this tab got: numbers of messages, and whatever else happened. */
    seen: (number | string)[];
  }
  const realtime: {
    subscribe: (
      topic: string,
      handlers: { message: (type: string, data: unknown) => void; reset: () => void },
      since?: number,
    ) => () => void;
  };
}

let site: Channel;
let script: string;
test.beforeAll(async () => {
  [site, script] = await Promise.all([openChannel(), bundleRealtime()]);
});
test.afterAll(() => site.close());
// Any page of the site will do; its policy doesn't know this script.
test.use({ bypassCSP: true });

async function openTab(context: BrowserContext, topic: string, since?: number): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript({ content: `${script};globalThis.realtime = realtime;` });
  await page.goto(`${site.baseUrl}/healthz`);
  await page.evaluate(
    ([followed, from]) => {
      window.seen = [];
      const handlers = {
        message: (_type: string, data: unknown) => window.seen.push(data as number),
        reset: () => window.seen.push("reset"),
      };
      realtime.subscribe(followed, handlers, from);
    },
    [topic, since] as const,
  );
  return page;
}

const seenBy = (page: Page) => page.evaluate(() => window.seen);
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const connections = async () =>
  Number(/^\w*realtime_connections (\d+)/m.exec((await site.anon.get("/metrics")).text)?.[1]);
const publishUpTo = async (topic: string, from: number, last: number) => {
  for (let number = from; number <= last; number++) await site.publish(topic, number);
};

test("three tabs share one connection; when the leading one is closed, the others lose nothing and get nothing twice", async ({
  context,
}) => {
  const topic = "sample.tabs";
  const first = await openTab(context, topic, 0);
  await site.publish(topic, 1);
  await expect.poll(() => seenBy(first)).toEqual([1]);
  // One comes with the state as it is, the other with an older one.
  const second = await openTab(context, topic, 1);
  const third = await openTab(context, topic, 0);
  await expect.poll(() => seenBy(third)).toEqual([1]);
  await publishUpTo(topic, 2, 10);
  await expect.poll(() => seenBy(first)).toEqual(upTo(10));
  await expect.poll(() => seenBy(second)).toEqual(upTo(10).slice(1));
  await expect.poll(() => seenBy(third)).toEqual(upTo(10));
  await expect.poll(connections).toBe(1);

  const publishing = publishUpTo(topic, 11, 60);
  await first.close();
  await publishing;
  await expect.poll(() => seenBy(second)).toEqual(upTo(60).slice(1));
  await expect.poll(() => seenBy(third)).toEqual(upTo(60));
  await expect.poll(connections).toBe(1);

  // A topic that only one of them follows.
  await third.evaluate(() => {
    realtime.subscribe(
      "sample.more",
      {
        message: (_type, data) => window.seen.push(`more ${data as number}`),
        reset: () => undefined,
      },
      0,
    );
  });
  await publishUpTo("sample.more", 1, 2);
  await publishUpTo(topic, 61, 62);
  await expect
    .poll(async () => (await seenBy(third)).filter((one) => typeof one === "string"))
    .toEqual(["more 1", "more 2"]);
  await expect.poll(async () => (await seenBy(third)).filter((one) => typeof one === "number")).toEqual(upTo(62));
  await expect.poll(() => seenBy(second)).toEqual(upTo(62).slice(1));
  await expect.poll(connections).toBe(1);
});

test("a tab that was offline gets what it missed, or hears that it must load the state", async ({ context }) => {
  const topic = "sample.offline";
  const page = await openTab(context, topic, 0);
  await site.publish(topic, 1);
  await expect.poll(() => seenBy(page)).toEqual([1]);
  await context.setOffline(true);
  await expect.poll(connections).toBe(0);
  await publishUpTo(topic, 2, 4);
  await context.setOffline(false);
  await expect.poll(() => seenBy(page)).toEqual([1, 2, 3, 4]);

  await context.setOffline(true);
  await expect.poll(connections).toBe(0);
  await publishUpTo(topic, 5, 505);
  await context.setOffline(false);
  await expect.poll(() => seenBy(page)).toEqual([1, 2, 3, 4, "reset"]);
  await site.publish(topic, 506);
  await expect.poll(() => seenBy(page)).toEqual([1, 2, 3, 4, "reset", 506]);
});
