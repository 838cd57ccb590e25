import { expect, test } from "vitest";
import { browserName, deviceType } from "./device.ts";

const agents = {
  chrome: "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  edge: "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
  opera:
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/110.0",
  firefox: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
  ie: "Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko",
  pixel:
    "Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
  tablet:
    "Mozilla/5.0 (Linux; Android 16; SM-X900) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
};

test.each([
  ["chrome", "Chrome", "desktop"],
  ["edge", "Edge", "desktop"],
  ["opera", "Opera", "desktop"],
  ["firefox", "Firefox", "desktop"],
  ["iphone", "Safari", "mobile"],
  ["ie", "Internet Explorer", "desktop"],
  ["pixel", "Chrome", "mobile"],
  ["tablet", "Chrome", "tablet"],
] as const)("%s is %s on a %s", (name, browser, device) => {
  expect(browserName(agents[name])).toBe(browser);
  expect(deviceType(agents[name])).toBe(device);
});

test("an unknown agent is Unknown", () => {
  expect(browserName("curl/8")).toBe("Unknown");
});

test("an iPad that calls itself a Mac is a tablet by its touch points", () => {
  const agent =
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15";
  expect([deviceType(agent, 0), deviceType(agent, 5)]).toEqual(["desktop", "tablet"]);
});
