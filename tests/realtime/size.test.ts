import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { bundleRealtime } from "#testing/realtime-bundle.ts";

test("the browser's part of the channel is under 2 kB", async () => {
  expect(brotliCompressSync(await bundleRealtime()).length).toBeLessThan(2000);
});
