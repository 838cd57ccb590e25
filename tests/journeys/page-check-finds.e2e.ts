import { expect } from "@playwright/test";
import { withSite } from "./journey-kit.ts";
import { checkPage } from "./page-check-kit.ts";

// Negative controls of the page-check-*.e2e.ts journeys: put each problem on a page and expect the check to find it.

const test = withSite();
test.use({ viewport: { width: 390, height: 844 }, actionTimeout: 30_000 });
test.setTimeout(300_000);

const problems: [name: string, html: string, found: RegExp][] = [
  ["a button without a name", "<button type=button></button>", /button-name \(dark\)/],
  ["text too pale in the light theme only", "<p css='color: #bdb5a4'>Pale</p>", /color-contrast \(light\)/],
  ["a target that is too small", "<button>a</button><button>b</button>", /target-size/],
  ["a line wider than the smallest phone", "<p css='width: 350px'>Wide</p>", /at 320 px: the page is \d+ px too wide/],
  [
    "a button under another element",
    "<div css='position: relative'><button>Refund</button><div css='position: absolute; inset: 0'>Cover</div></div>",
    /“Refund” is covered by <div> “Cover”/,
  ],
  [
    "a name that is cut off",
    "<div css='width: 40px; overflow: hidden; white-space: nowrap'>Fort Lauderdale</div>",
    /“Fort Lauderdale” is cut off/,
  ],
  [
    "a box that doesn't grow with its text",
    "<div css='height: 26px; overflow: hidden'>Velvet Riddim</div>",
    /text of twice the size is cut off: “Velvet Riddim”/,
  ],
  [
    "a word that is squeezed to a letter a line",
    "<p css='width: 20px; overflow-wrap: anywhere'>Headliner</p>",
    /text of twice the size is cut off: “Headliner” on \d lines/,
  ],
];

test("the page check finds every kind of barrier and layout problem", async ({ page, site }) => {
  await page.goto(`${site.baseUrl}/live`);
  await page.waitForLoadState("networkidle");
  await page.locator("main").evaluate(
    (main, text) => {
      main.innerHTML += text;
      // The page's policy blocks style attributes, but not styles set by a script.
      for (const element of main.querySelectorAll<HTMLElement>("[css]"))
        element.style.cssText = element.getAttribute("css")!;
    },
    problems.map(([, html]) => `<div>${html}</div>`).join(""),
  );
  const found = (await checkPage(page, "page")).join("\n");
  for (const [name, , expected] of problems) expect.soft(found, name).toMatch(expected);
});

test("the page check finds a button that the phone's navigation hides from keyboard users", async ({ page, site }) => {
  await page.goto(`${site.baseUrl}/events`);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.documentElement.style.setProperty("scroll-padding-bottom", "0"));
  expect((await checkPage(page, "page")).join("\n")).toMatch(/is covered by <(a|span|svg)>/);
});
