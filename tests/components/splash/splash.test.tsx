import { fireEvent, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { authDialog, holdTime } from "#tests/components/kit/visitor.ts";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

/** Opens the site in a browser session that hasn't seen the splash; to the page, the video seems to play. */
async function openSplash(path = "/", play: () => Promise<void> = () => Promise.resolve()) {
  sessionStorage.clear();
  const film = vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(play);
  onTestFinished(() => film.mockRestore());
  const app = await openApp(site, path, { splash: true });
  const splash = await app.screen.findByRole("dialog", { name: "Savage Gentlemen intro" });
  return { ...app, splash, phase: () => splash.dataset["phase"] };
}

const isShowing = () => "splash" in document.documentElement.dataset;
const filmIn = (splash: HTMLElement) => splash.querySelector("video");

/** Milliseconds of the controlled clock until the splash reaches a phase or is gone. */
function until(happened: () => boolean): Promise<number> {
  const began = Date.now();
  return new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (!happened()) return;
      watch.disconnect();
      resolve(Date.now() - began);
    });
    watch.observe(document, { childList: true, subtree: true, attributes: true });
  });
}

test("§9 a video that does not end gives way to the logo after 7 seconds", async () => {
  holdTime();
  const { splash, phase } = await openSplash();
  expect(phase()).toBe("video");
  const toLogo = until(() => phase() === "logo");
  await vi.advanceTimersByTimeAsync(6000);
  expect(phase()).toBe("video");
  await vi.advanceTimersByTimeAsync(1000);
  await waitFor(() => expect(phase()).toBe("logo"));
  expect(filmIn(splash)).toBeNull();
  // The time counts from the moment the video's element appeared.
  expect(await toLogo).toBeGreaterThan(6000);
  expect(await toLogo).toBeLessThan(8500);
});

test("§2 the logo stays for three seconds with brand name, tagline and 'Loading Experience...', then the site appears", async () => {
  holdTime();
  const { splash, phase, screen } = await openSplash();
  await waitFor(() => expect(filmIn(splash)).not.toBeNull());
  expect(filmIn(splash)!.muted).toBe(true);
  expect(filmIn(splash)!.hasAttribute("playsinline")).toBe(true);
  const gone = until(() => !isShowing());
  fireEvent.ended(filmIn(splash)!);
  expect(phase()).toBe("logo");
  for (const text of [/Savage\s*Gentlemen/, /Caribbean-American Experience/, /Loading Experience\.\.\./])
    expect(splash.textContent).toMatch(text);
  await vi.advanceTimersByTimeAsync(2500);
  expect(phase()).toBe("logo");
  await vi.advanceTimersByTimeAsync(1000);
  await waitFor(() => expect(isShowing()).toBe(false));
  expect(await gone).toBeGreaterThanOrEqual(3000);
  expect(await gone).toBeLessThan(5000);
  expect(document.querySelectorAll("[inert]")).toHaveLength(0);
  within(screen.getByRole("navigation", { name: "Main" })).getByRole("link", { name: "Events" });
});

test("§2 a video that fails gives way to the logo at once", async () => {
  const { splash, phase } = await openSplash();
  await waitFor(() => expect(filmIn(splash)).not.toBeNull());
  expect(phase()).toBe("video");
  fireEvent.error(filmIn(splash)!);
  expect(phase()).toBe("logo");
});

test("a browser that refuses to play the video gives way to the logo at once", async () => {
  const { phase } = await openSplash("/", () => Promise.reject(new DOMException("Saving power", "NotAllowedError")));
  await waitFor(() => expect(phase()).toBe("logo"));
});

test("§4 the splash shows once per session, and any value of hasShownSplash counts", async () => {
  const first = await openSplash();
  expect(sessionStorage.getItem("hasShownSplash")).toBe("true");
  first.close();
  for (const value of ["true", "yes"]) {
    sessionStorage.setItem("hasShownSplash", value);
    const { screen, close } = await openApp(site, "/events", { splash: true });
    await screen.findByRole("heading", { level: 1 });
    expect(isShowing()).toBe(false);
    expect(screen.queryByRole("dialog")).toBeNull();
    close();
  }
});

test.each([
  ["its button", "{Tab}{Enter}"],
  ["Escape", "{Escape}"],
])("the splash can be skipped with %s, and the page is fully usable afterward", async (_how, keys) => {
  const { splash, user, screen, address } = await openSplash("/shop");
  await waitFor(() => expect(document.activeElement).toBe(splash));
  expect(document.getElementById("main")!.inert).toBe(true);
  await user.keyboard(keys);
  await waitFor(() => expect(isShowing()).toBe(false));
  expect(document.querySelectorAll("[inert]")).toHaveLength(0);
  await user.click(screen.getAllByRole("link", { name: "Events" })[0]!);
  await waitFor(() => expect(address()).toBe("/events"));
});

test("a visitor who prefers reduced motion sees only the logo", async () => {
  const ask = vi
    .spyOn(globalThis, "matchMedia")
    .mockImplementation(
      (query) => Object.assign(new EventTarget(), { matches: query.includes("reduced-motion"), media: query }) as never,
    );
  onTestFinished(() => ask.mockRestore());
  const { splash, phase } = await openSplash();
  expect(phase()).toBe("logo");
  expect(filmIn(splash)).toBeNull();
});

test("a browser that saves data fetches no video: the logo shows at once, for its three seconds", async () => {
  holdTime();
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "connection"));
  const { splash, phase } = await openSplash();
  expect(phase()).toBe("logo");
  expect(filmIn(splash)).toBeNull();
  await vi.advanceTimersByTimeAsync(2500);
  expect(phase()).toBe("logo");
  await vi.advanceTimersByTimeAsync(1000);
  await waitFor(() => expect(isShowing()).toBe(false));
});

test("the page loads behind the splash, and a guarded page's dialog waits until the splash ends", async () => {
  const app = await openSplash("/my-tickets");
  await waitFor(() => expect(document.activeElement).toBe(app.splash));
  await waitFor(() => expect(document.title).toMatch(/^Sign In/));
  expect(app.screen.queryByRole("dialog", { name: "Join The Community" })).toBeNull();
  await app.user.keyboard("{Escape}");
  await authDialog(app);
});
