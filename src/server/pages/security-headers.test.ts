import { expect, test } from "vitest";
import { holdsSecret, pageHeaders } from "./security-headers.ts";

test.each([
  ["/password-reset?token=a", true],
  ["/password-reset?sign-in=a", true],
  ["/password-reset?sign-in", false],
  ["/payment-success?order=1&key=a", true],
  ["/events/7?leave=1&key=a", true],
  ["/my-tickets?confirm-email=a", true],
  ["/my-tickets?stop-email=a", true],
  ["/my-tickets?promoter=a", true],
  ["/my-tickets?claim=a", true],
  ["/events?q=key", false],
  ["/events/7/turnkey?via=a", false],
])("whether %s opens something by itself, so that no other site may be told of it: %s", (url, answer) =>
  expect(holdsSecret(url)).toBe(answer),
);

test.each([
  ["/live", true],
  ["/live?stream=7", true],
  ["/", false],
  ["/lively", false],
  ["/events?q=/live", false],
])("whether %s may show players and streams of other sites: %s", (url, allowed) => {
  const { forCached, forPrivate } = pageHeaders({ secure: true, headScript: "", dev: false });
  for (const policy of [forCached("n", url).at(-1)!, forPrivate("n", url)["content-security-policy"]!]) {
    const frames = /frame-src ([^;]*)/.exec(policy)![1];
    expect(frames).toBe(allowed ? "'self' https://www.youtube-nocookie.com https://player.twitch.tv" : "'self'");
    expect(/connect-src ([^;]*)/.exec(policy)![1]).toBe(allowed ? "'self' https:" : "'self'");
    expect(/script-src ([^;]*)/.exec(policy)![1]).not.toContain("https:");
  }
});
