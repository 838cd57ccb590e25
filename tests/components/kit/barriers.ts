import axe from "axe-core";

/** Rules for what Chromium alone can tell: a layout, colors, what a dialog makes inert, and the server's HTML around the app. */
const elsewhere = [
  "color-contrast",
  "target-size",
  "aria-hidden-focus",
  "html-has-lang",
  "landmark-one-main",
  "page-has-heading-one",
];

/** What a screen reader would stumble over in the dialog that is open, or else in the page: names, roles, states, structure. */
export async function barriers(): Promise<string[]> {
  const { violations } = await axe.run(document.querySelector("[role=dialog]") ?? document.documentElement, {
    iframes: false,
    rules: Object.fromEntries(elsewhere.map((rule) => [rule, { enabled: false }])),
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 140)).join(" | ")}`);
}
