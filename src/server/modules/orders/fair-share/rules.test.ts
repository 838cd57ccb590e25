import { expect, test } from "vitest";
import type { SaleItem } from "#server/modules/purchasables/index.ts";
import type { Claimant } from "./claimant.ts";
import { shareQuotas, wantedOf } from "./rules.ts";

const claimant: Claimant = {
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
const demand = { name: "event 1", stockIds: [1, 2], quantity: 2, perOrder: 10, each: 1 };
const maxOf = (unsold: number, isFree: boolean, who: Partial<Claimant> = {}) =>
  Object.fromEntries(
    shareQuotas({ ...claimant, ...who }, demand, { unsold, isHeldBack: false }, isFree).map(({ key, most }) => [
      key.replace("event 1, ", ""),
      most,
    ]),
  );

test.each([
  [0, 20],
  [222, 22],
  [199, 20],
  [1_000, 100],
  [20_000, 2_000],
])("with %i unsold tickets and ten per order, a network can have %i unpaid and an account twenty", (unsold, most) => {
  expect(maxOf(unsold, false)).toEqual({ "unpaid account 7": 20, "unpaid network n1": most });
});

test("free tickets are also limited for the day: one full order by email, two by account, a share by network", () => {
  const unpaid = { "unpaid account 7": 20, "unpaid network n1": 50 };
  expect(maxOf(500, true)).toEqual({
    "free mailbox ada@example.com": 10,
    "free account 7": 20,
    "free network n1 unconfirmed": 50,
    ...unpaid,
  });
  expect(maxOf(500, true, { emailConfirmed: true })).toEqual({
    "free account 7": 20,
    "free network n1 confirmed": 50,
    ...unpaid,
  });
});

test("an order wants of each stock in its units, and of each event over all of its types", () => {
  const type = (id: number, more: object) =>
    ({ id, eventId: 1, stockId: id * 10, draws: [], maxPerOrder: 4, ...more }) as unknown as SaleItem;
  const perType = new Map([
    [type(1, { draws: [{ stockId: 99, each: 1 }] }), 3],
    [type(2, { draws: [{ stockId: 99, each: 8 }], maxPerOrder: 2 }), 1],
  ]);
  const want = (name: string, stockIds: number[], quantity: number, perOrder: number, each = 1) => {
    return { name, stockIds, quantity, perOrder, each };
  };
  expect(wantedOf(perType, new Map([[1, [10, 20, 30]]]))).toEqual([
    want("event 1", [10, 20, 30], 4, 4),
    want("stock 10", [10], 3, 4),
    want("stock 99", [99], 11, 16, 8),
    want("stock 20", [20], 1, 2),
  ]);
});
