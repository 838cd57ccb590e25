import { expect, test } from "vitest";
import { comesSecond, isHeldBack, isShort, isSpent, type Counted } from "./pressure-rules.ts";
import type { Claimant } from "./claimant.ts";
import { shareQuotas } from "./rules.ts";

const unknown: Claimant = {
  userId: 7,
  email: "ada@example.com",
  emailConfirmed: false,
  network: "n1",
  counted: "n1",
  isDomain: false,
  isKnown: false,
  hasExpired: false,
  canConfirm: true,
};
const known = { isKnown: true, counted: "a mailbox" };
const ofDomain = { isKnown: true, isDomain: true, counted: "a domain" };
const none: Counted = { held: 0, expired: 0, paid: 0 };
const two = { name: "stock 1", stockIds: [1], quantity: 2, perOrder: 10, each: 1 };

test.each<[string, number, Partial<Claimant>, Partial<Counted>, Partial<Counted>, boolean]>([
  ["plenty is left and others hold little", 1000, {}, { held: 28 }, {}, false],
  ["with this order, more than three percent are on hold", 1000, {}, { held: 29 }, {}, true],
  ["a small event where nobody holds anything", 60, {}, {}, {}, false],
  ["a small event where somebody holds something", 60, {}, { held: 1 }, {}, true],
  ["the last two", 2, {}, {}, {}, true],
  ["the last two, for someone known", 2, known, {}, {}, false],
  ["the network let one expire", 1000, {}, {}, { expired: 1 }, true],
  ["the mailbox let one expire", 1000, known, {}, { expired: 1 }, true],
  ["someone else of the email's domain let one expire", 1000, ofDomain, {}, { expired: 1 }, false],
  ["scarce, for a known buyer of a domain", 1000, ofDomain, { held: 500 }, {}, false],
  ["the buyer let an order expire", 1000, { hasExpired: true }, {}, {}, true],
])("a hold is short or not: %s", (_, unsold, who, all, network, isIt) => {
  const state = { unsold, all: { ...none, ...all }, network: { ...none, ...network } };
  expect(isShort({ ...unknown, ...who }, two, state)).toBe(isIt);
});

test.each<[string, Partial<Claimant>, Partial<Counted>, Partial<Counted>, boolean]>([
  ["nothing expired", {}, { held: 100 }, {}, false],
  ["ten units of the network expired", {}, { held: 100 }, { expired: 10 }, false],
  ["eleven units of the network expired", {}, { held: 100 }, { expired: 11 }, true],
  ["eleven of the network expired, a tenth of what it paid for", {}, { held: 100 }, { expired: 11, paid: 110 }, false],
  ["eleven of the network expired, and nothing is scarce", {}, { held: 1 }, { expired: 11 }, false],
  ["eleven of the mailbox expired, but it's known", known, { held: 100 }, { expired: 11 }, false],
  ["a tenth of what is unsold expired anywhere", {}, { held: 100, expired: 100 }, {}, false],
  ["more than a tenth expired anywhere", {}, { held: 100, expired: 101 }, {}, true],
  ["more than that, but half of what was paid for", {}, { held: 100, expired: 101, paid: 202 }, {}, false],
  ["more than that, but the buyer is known", ofDomain, { held: 100, expired: 500 }, {}, false],
])("unknown buyers of a network get few units together or not: %s", (_, who, all, network, isIt) => {
  const state = { unsold: 1000, all: { ...none, ...all }, network: { ...none, ...network } };
  expect(isHeldBack({ ...unknown, ...who }, two, state)).toBe(isIt);
});

test.each<[string, Partial<Counted>, boolean]>([
  ["nothing", {}, false],
  ["as much as it can have with this order", { held: 18 }, false],
  ["more than it can have with this order", { held: 19 }, true],
  ["ten expired", { expired: 10 }, false],
  ["eleven expired", { expired: 11 }, true],
  ["eleven expired of many that were paid for", { expired: 11, paid: 200 }, false],
])("a confirmed email says nothing more once it is spent: %s", (_, network, isIt) => {
  expect(isSpent({ unsold: 1000, all: none, network: { ...none, ...network } }, two, 20)).toBe(isIt);
});

test("a first order isn't too much for a confirmed email, whatever its size", () => {
  const state = { unsold: 1000, all: none, network: none };
  expect(isSpent(state, { ...two, quantity: 12 }, 8)).toBe(false);
});

test("few units are two, each of what it draws; without a way to confirm an email, a tenth", () => {
  const state = { unsold: 1000, isHeldBack: true };
  const quotasOf = (canConfirm: boolean, each: number) => {
    const quotas = shareQuotas({ ...unknown, canConfirm, isProven: true }, { ...two, each }, state, false);
    return quotas.map(({ kind, most, allowsFirst }) => [kind, most, allowsFirst]);
  };
  expect(quotasOf(true, 1)[1]).toEqual(["unproven", 2, false]);
  expect(quotasOf(true, 8)[1]).toEqual(["unproven", 16, false]);
  expect(quotasOf(false, 1)[1]).toEqual(["unproven", 100, true]);
});

test.each<[string, Partial<Claimant>, Partial<Counted>, Partial<Counted>, boolean]>([
  ["nothing expired", {}, {}, {}, false],
  ["the network let one expire", {}, {}, { expired: 1 }, true],
  ["the mailbox let one expire", known, {}, { expired: 1 }, true],
  ["someone else of the email's domain let one expire", ofDomain, {}, { expired: 1 }, false],
  ["the buyer let an order expire", { hasExpired: true }, {}, {}, true],
  ["a raid, and an unknown buyer", {}, { expired: 500 }, {}, true],
  ["a raid, and a known buyer", known, { expired: 500 }, {}, false],
  ["a raid on a site that can't confirm emails", { canConfirm: false }, { expired: 500 }, {}, false],
])("units that expired just now are for others first or not: %s", (_, who, all, network, isIt) => {
  const state = { unsold: 1000, all: { ...none, ...all }, network: { ...none, ...network } };
  expect(comesSecond({ ...unknown, ...who }, state)).toBe(isIt);
});
