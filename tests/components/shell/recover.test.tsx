import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { recoverByItself } from "#web/app/offline/recover.ts";

const reload = vi.fn<() => void>();
const answer = vi.fn<() => Promise<Response>>();
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  vi.stubGlobal("fetch", answer);
  reload.mockReset();
  answer.mockReset().mockRejectedValue(new TypeError("Failed to fetch"));
  sessionStorage.clear();
  stop = recoverByItself(reload);
});
afterEach(() => {
  stop();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const comeOnline = () => window.dispatchEvent(new Event("online"));
const serverIsBack = () => answer.mockImplementation(async () => new Response("{}"));

test("a page from the device finds the server within ten seconds, without an event", async () => {
  await seconds(60);
  expect(answer.mock.calls.length).toBeGreaterThan(5);
  serverIsBack();
  await seconds(10);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a new network whose first request fails is asked again within five seconds, and one that hangs isn't waited for", async () => {
  await seconds(60);
  answer.mockImplementation(() => new Promise(() => {}));
  await seconds(10);
  // The request of the network before is still under way.
  answer.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  comeOnline();
  await seconds(0);
  serverIsBack();
  expect(reload).not.toHaveBeenCalled();
  await seconds(5);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("an open dialog is never reloaded, and the page reloads soon after it closes", async () => {
  const dialog = document.body.appendChild(document.createElement("div"));
  dialog.role = "dialog";
  serverIsBack();
  comeOnline();
  await seconds(60);
  expect(reload).not.toHaveBeenCalled();
  dialog.remove();
  await seconds(2);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a page that comes from the device again waits a minute before it reloads again, unless there is a new network", async () => {
  serverIsBack();
  comeOnline();
  await seconds(0);
  expect(reload).toHaveBeenCalledTimes(1);
  await seconds(50);
  expect(reload).toHaveBeenCalledTimes(1);
  comeOnline();
  await seconds(0);
  expect(reload).toHaveBeenCalledTimes(2);
});
