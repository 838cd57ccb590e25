import { expect } from "@playwright/test";
import { withSite } from "./journey-kit.ts";
import { look } from "./look-kit.ts";

// The controls of the look-*.e2e.ts journeys: each fault that they would fail for is put on a page, and found.

const test = withSite();
test.use({ viewport: { width: 390, height: 844 }, actionTimeout: 30_000 });
test.setTimeout(300_000);

const faults: [name: string, html: string, found: RegExp][] = [
  ["a button without a name", "<button type=button></button>", /button-name \(dark\)/],
  ["letters too pale in the light alone", "<p css='color: #bdb5a4'>Pale</p>", /color-contrast \(light\)/],
  ["a target for the smallest finger only", "<button>a</button><button>b</button>", /target-size/],
  ["a line wider than the smallest phone", "<p css='width: 350px'>Wide</p>", /at 320 px: the page is \d+ px too wide/],
  [
    "a button under another thing",
    "<div css='position: relative'><button>Give back</button><div css='position: absolute; inset: 0'>Cover</div></div>",
    /“Give back” is covered by <div> “Cover”/,
  ],
  [
    "a name that is cut off",
    "<div css='width: 40px; overflow: hidden; white-space: nowrap'>Fort Lauderdale</div>",
    /“Fort Lauderdale” is cut off/,
  ],
];

test("the look finds every kind of barrier and of fault in the layout", async ({ page, site }) => {
  await page.goto(`${site.baseUrl}/live`);
  await page.waitForLoadState("networkidle");
  await page.locator("main").evaluate(
    (main, text) => {
      main.innerHTML += text;
      // The page's policy refuses style attributes, not what a script sets.
      for (const element of main.querySelectorAll<HTMLElement>("[css]"))
        element.style.cssText = element.getAttribute("css")!;
    },
    faults.map(([, html]) => `<div>${html}</div>`).join(""),
  );
  const found = (await look(page, "page")).join("\n");
  for (const [name, , told] of faults) expect.soft(found, name).toMatch(told);
});

test("the look finds a button that the phone's navigation hides from who comes by keyboard", async ({ page, site }) => {
  await page.goto(`${site.baseUrl}/events`);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.documentElement.style.setProperty("scroll-padding-bottom", "0"));
  expect((await look(page, "page")).join("\n")).toMatch(/is covered by <(a|span|svg)>/);
});
