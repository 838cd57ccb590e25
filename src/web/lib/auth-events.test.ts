import { expect, test } from "vitest";
import { insideSite } from "./auth-events.ts";

test.each(["/", "/checkout?eventId=3&tickets=7:2", "/events/12/velvet-riddim#doors", "/a//b"])(
  "%s is a path on this site",
  (path) => {
    expect(insideSite(path)).toBe(path);
  },
);

test.each([
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "evil.example",
  " /events",
  "",
  null,
  undefined,
])("%j isn't a path on this site and is not followed", (path) => {
  expect(insideSite(path)).toBeUndefined();
});
