import axe from "axe-core";

/**
 * What a reader by machine would stumble over in the dialog that is open, or else in the page, as components draw it.
 * What needs a layout, such as contrast, and what the server writes around the page is for journeys.
 */
export async function barriers(): Promise<string[]> {
  const { violations } = await axe.run(document.querySelector("[role=dialog]") ?? document.documentElement, {
    iframes: false,
    rules: {
      "color-contrast": { enabled: false },
      "target-size": { enabled: false },
      "html-has-lang": { enabled: false },
    },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 140)).join(" | ")}`);
}
