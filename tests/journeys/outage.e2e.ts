import { expect, test } from "@playwright/test";
import { createServer } from "#server/platform/http/server.ts";
import { createLog } from "#server/platform/log.ts";
import { createMetrics } from "#server/platform/metrics.ts";

test("a page that can't be read says so and opens by itself once it can, without a reload in between", async ({
  page,
}) => {
  let isAway = true;
  const app = createServer({ log: createLog("silent"), trustProxy: 0, metrics: createMetrics() });
  app.get("/api/receipt", async (_request, reply) => {
    if (isAway) throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    return reply.type("text/html").send("<h1>Your receipt</h1>");
  });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  const refused: string[] = [];
  page.on("console", (message) => refused.push(message.text()));
  let asked = 0;
  page.on("request", (request) => void (asked += request.method() === "HEAD" ? 1 : 0));
  await page.goto(`${address}/api/receipt`);
  await expect(page.getByRole("heading", { name: "We'll be right back" })).toBeVisible();
  await expect(page.getByText("Your orders and tickets are safe.")).toBeVisible();
  await expect.poll(() => asked).toBe(1);
  await expect(page.getByRole("heading", { name: "We'll be right back" })).toBeVisible();
  isAway = false;
  await expect(page.getByRole("heading", { name: "Your receipt" })).toBeVisible();
  expect(refused.filter((text) => /Content Security Policy/i.test(text))).toEqual([]);
  await app.close();
});
