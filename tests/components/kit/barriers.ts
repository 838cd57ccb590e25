import axe from "axe-core";

/** Rules that only Chromium can check: layout, colors, inert content, and the server's HTML around the app. */
const elsewhere = [
  "color-contrast",
  "target-size",
  "aria-hidden-focus",
  "html-has-lang",
  "landmark-one-main",
  "page-has-heading-one",
];

/** Screen reader barriers in the open dialog, or otherwise in the page: names, roles, states, structure. */
export async function barriers(): Promise<string[]> {
  const { violations } = await axe.run(document.querySelector("[role=dialog]") ?? document.documentElement, {
    iframes: false,
    rules: Object.fromEntries(elsewhere.map((rule) => [rule, { enabled: false }])),
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 140)).join(" | ")}`);
}
