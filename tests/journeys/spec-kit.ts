import type { Page } from "@playwright/test";

/** Opens an address and waits until the page is interactive. */
export async function visit(page: Page, address: string): Promise<void> {
  await Promise.all([page.waitForRequest("**/api/analytics/page-view"), page.goto(address)]);
}

/** Stores a value in the browser before its first page; later pages find its current value. */
export const presetStorage = (page: Page, place: "localStorage" | "sessionStorage", key: string, value: string) =>
  page.addInitScript(
    ([where, name, text]) => {
      if (sessionStorage.getItem(`kept ${where} ${name}`) !== null) return;
      sessionStorage.setItem(`kept ${where} ${name}`, "");
      window[where].setItem(name, text);
    },
    [place, key, value] as const,
  );
