import { screen as shownPage, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ProofChallenge } from "#contract/proof/challenge.ts";
import { issueChallenge } from "#server/platform/proof/challenges.ts";
import { prove } from "#web/lib/proof/prove.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { createSite, draft, type Site } from "#testing/site.ts";
import { findCounter } from "#testing/solve-proof.ts";
import { checkoutPath, fillBuyer, ordersOf, payButton, watchLeaving } from "./checkout-kit.tsx";

// Where a network's share is used up, the browser works in the background, says so, and the order goes through.

let site: Site;
let leaving: ReturnType<typeof watchLeaving>;
beforeAll(async () => {
  site = await createSite({ settings: { RATE_LIMITS: "on" } });
});
afterAll(() => site.close());
beforeEach(() => {
  leaving = watchLeaving();
});
afterEach(() => {
  vi.unstubAllGlobals();
  leaving.stop();
});

/** Workers of the page. They do nothing until a test makes them. */
function stubWorkers() {
  const workers: { challenge: ProofChallenge; say: (data: unknown) => void; fail: () => void; isOver: boolean }[] = [];
  class StubWorker {
    onmessage?: (message: { data: unknown }) => void;
    onerror?: () => void;
    #index = 0;
    postMessage({ challenge }: { challenge: ProofChallenge }) {
      this.#index = workers.length;
      const [say, fail] = [(data: unknown) => this.onmessage?.({ data }), () => this.onerror?.()];
      workers.push({ challenge, say, fail, isOver: false });
    }
    terminate() {
      workers[this.#index]!.isOver = true;
    }
  }
  vi.stubGlobal("Worker", StubWorker);
  return workers;
}

/** The checkout of a fan behind an address whose share is used up, once Pay is pressed and work is asked for. */
async function pressPayInCrowd() {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, capacity: 200 });
  for (let taken = 0; taken < 2; taken++) {
    const other = await site.as("guest");
    expect((await other.post("/api/orders", draft([{ ticketTypeId, quantity: 10 }]))).status).toBe(201);
  }
  const app = await openApp(site, checkoutPath(eventId, { [ticketTypeId]: 2 }), { as: await site.as("guest") });
  await fillBuyer(app);
  await app.user.click(await payButton(app.screen));
  return { ...app, eventId, placings: () => app.network.callsTo("POST", /^\/api\/checkout$/) };
}

/** The hold is short in a crowd, so its time is shown before it is paid. */
async function payShortHold({ screen, user }: Pick<OpenApp, "screen" | "user">): Promise<void> {
  await user.click(await screen.findByRole("button", { name: /^Pay .* now$/ }));
  await vi.waitFor(() => expect(leaving.addresses).toHaveLength(1));
}

/** The same, once a worker has its work. */
async function pressPay() {
  const workers = stubWorkers();
  const page = await pressPayInCrowd();
  await vi.waitFor(() => expect(workers).toHaveLength(1));
  return { ...page, work: workers[0]! };
}

const running = /A lot of people are on your network right now, so your browser is running a quick check/;

test("the browser works and says so to a screen reader, then the order goes through without another press", async () => {
  const page = await pressPay();
  const { screen, eventId, work, placings } = page;
  const status = await screen.findByText(running);
  expect(status.closest('[role="status"]')).not.toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
  work.say(findCounter(work.challenge.parameters));
  await screen.findByRole("timer", { name: "Time left" });
  await payShortHold(page);
  expect(screen.queryByText(running)).toBeNull();
  expect(work.isOver).toBe(true);
  const [first, second] = placings();
  expect(placings()).toHaveLength(2);
  expect(second!.headers.get("idempotency-key")).toBe(first!.headers.get("idempotency-key"));
  expect(second!.body).toBe(first!.body);
  expect((await ordersOf(site, eventId)).at(-1)).toEqual({ status: "paying", quantity: 2 });
});

test("a check that is over at once isn't mentioned", async () => {
  const { screen, work } = await pressPay();
  work.say(findCounter(work.challenge.parameters));
  await screen.findByRole("timer", { name: "Time left" });
  expect(screen.queryByText(running)).toBeNull();
});

test("a check that doesn't finish says so, and the next press tries again", async () => {
  const { screen, user, work, placings } = await pressPay();
  work.say(null);
  await screen.findByText(/the quick check in your browser didn't finish\. Try again/);
  expect(screen.queryByText(running)).toBeNull();
  expect(placings()).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(placings()).toHaveLength(2));
});

test("a browser whose worker doesn't start does the work on the page, and the order goes through", async () => {
  const page = await pressPay();
  const { work, placings } = page;
  work.fail();
  await payShortHold(page);
  expect(work.isOver).toBe(true);
  expect(placings()).toHaveLength(2);
});

test("a browser without workers does the same", async () => {
  vi.stubGlobal("Worker", undefined);
  const page = await pressPayInCrowd();
  const { eventId, placings } = page;
  await payShortHold(page);
  expect(placings()).toHaveLength(2);
  expect((await ordersOf(site, eventId)).at(-1)).toEqual({ status: "paying", quantity: 2 });
});

test("a browser without cryptography says what to do, and does no work", async () => {
  const workers = stubWorkers();
  const key = Buffer.from("a key of this site, 32 bytes long");
  const proof = await issueChallenge(key, { purpose: "order", subject: "tickets", visitor: "user 7" }, 0, 1);
  const refusal = Response.json({ code: "proof_required", message: "Turn on JavaScript", proof }, { status: 429 });
  const repeat = vi.spyOn(globalThis, "fetch");
  vi.stubGlobal("crypto", {});
  const response = await prove(refusal, "/api/orders", { method: "POST" });
  const text =
    /your browser can't run the quick check that this takes\. Update it, or try another browser or network\./;
  expect([response.status, await response.json()]).toEqual([
    429,
    { code: "proof_required", message: expect.stringMatching(text) as string, proof },
  ]);
  const callout = await waitFor(() => shownPage.getByText(text));
  expect(callout.getAttribute("role")).toBe("status");
  callout.remove();
  expect(workers).toHaveLength(0);
  expect(repeat).not.toHaveBeenCalled();
  repeat.mockRestore();
});
