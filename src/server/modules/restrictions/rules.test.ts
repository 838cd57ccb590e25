import { expect, test } from "vitest";
import { account, chatRoom, community, findStrictest, statusOf, type Term } from "./rules.ts";

const now = new Date("2026-11-28T03:00:00Z");
const earlier = new Date("2026-11-28T02:00:00Z");
const later = new Date("2026-11-28T04:00:00Z");
const last = new Date("2026-11-28T05:00:00Z");
const term = (place: object, endsAt: Date | null, liftedAt: Date | null = null) =>
  ({ ...place, endsAt, liftedAt }) as Term;

const [ban, timeout, longer] = [term(chatRoom(7), null), term(chatRoom(7), later), term(chatRoom(7), last)];
const everywhere = term(chatRoom(null), later);
const mute = term(community, later);
const suspension = term(account, null);

test.each([
  ["nothing", [], chatRoom(7), undefined],
  ["a ban of the room", [ban], chatRoom(7), ban],
  ["a ban of another room", [ban], chatRoom(8), undefined],
  ["a ban of one room, asked of every room", [ban], chatRoom(null), undefined],
  ["a timeout in every room", [everywhere], chatRoom(8), everywhere],
  ["a ban before a timeout", [timeout, ban, longer], chatRoom(7), ban],
  ["the timeout that ends last", [timeout, longer, everywhere], chatRoom(7), longer],
  ["one that ends now", [term(chatRoom(7), now)], chatRoom(7), undefined],
  ["one that ended", [term(community, earlier)], community, undefined],
  ["one that was lifted", [term(community, null, earlier)], community, undefined],
  ["a mute", [mute], community, mute],
  ["a mute, asked of chat", [mute], chatRoom(7), undefined],
  ["a ban of every room, asked of the community", [term(chatRoom(null), null)], community, undefined],
  ["a suspension", [suspension], account, suspension],
  // Nobody is signed in to a suspended account, so chat and the community don't ask.
  ["a suspension, asked of the community", [suspension], community, undefined],
] as const)("of %s", (_, restrictions, place, strictest) => {
  expect(findStrictest<Term>([...restrictions], place, now)).toBe(strictest);
});

test.each([
  [null, null, false, "active"],
  [later, null, false, "active"],
  [now, null, false, "ended"],
  [earlier, now, true, "ended"],
  [null, earlier, false, "lifted"],
  [later, earlier, false, "lifted"],
  [later, earlier, true, "replaced"],
  // Undoing the other one made it hold again.
  [later, null, true, "active"],
] as const)("one until %s that was lifted at %s, replaced: %s, is %s", (endsAt, liftedAt, isReplaced, status) => {
  expect(statusOf({ endsAt, liftedAt, isReplaced }, now)).toBe(status);
});
