import { expect, test } from "vitest";
import { holdsSecret } from "./security-headers.ts";

test.each([
  ["/password-reset?token=a", true],
  ["/payment-success?order=1&key=a", true],
  ["/events/7?leave=1&key=a", true],
  ["/my-tickets?confirm-email=a", true],
  ["/my-tickets?promoter=a", true],
  ["/my-tickets?claim=a", true],
  ["/events?q=key", false],
  ["/events/7/turnkey?via=a", false],
])("whether %s opens something by itself, so that no other site may be told of it: %s", (url, answer) =>
  expect(holdsSecret(url)).toBe(answer),
);
