import { expect, test } from "vitest";
import { checkGuestList } from "#contract/comps/batches.ts";
import { maxGuests } from "#contract/person-lists.ts";
import { markDuplicates, showDuplicates } from "./guest-rules.ts";

test("guests listed twice are marked: by email, or by name without one; and who has comps already", () => {
  const rows = [
    [1, "Ann", "a@example.com"],
    [2, "Bea", ""],
    [3, "A. Lee", "a@example.com"],
    [4, "bea", ""],
    [5, "Bea", "b@example.com"],
    [6, "Old Friend", "old@example.com"],
  ] as const;
  const guests = rows.map(([line, name, email]) => ({ line, name, email, quantity: 1 }));
  expect(showDuplicates(markDuplicates(guests, new Set(["old@example.com"])))).toEqual([
    { line: 3, name: "A. Lee", message: "Same email as line 1" },
    { line: 4, name: "bea", message: "Same name as line 2" },
    { line: 6, name: "Old Friend", message: "Already has free tickets for this event" },
  ]);
});

test("a list has at most ten thousand guests", () => {
  const guest = { line: 1, name: "Ann", email: "", quantity: 1 };
  const accepts = (count: number) =>
    checkGuestList.body!.safeParse({ ticketTypeId: 1, guests: Array.from({ length: count }, () => guest) }).success;
  expect([accepts(0), accepts(maxGuests), accepts(maxGuests + 1)]).toEqual([false, true, false]);
});
