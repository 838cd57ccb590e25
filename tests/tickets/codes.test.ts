import { randomBytes, randomInt } from "node:crypto";
import fc from "fast-check";
import { encode } from "uqr";
import { expect, test } from "vitest";
import { readTicketCode, ticketCode } from "#server/modules/tickets/index.ts";
import { clearAlphabet } from "#contract/code-letters.ts";
import { keyboardReadings } from "#contract/keyboards.ts";

const key = randomBytes(32);
const ticketId = fc.oneof(
  fc.integer({ min: 1, max: 5000 }),
  fc.maxSafeInteger().map((n) => 1 + (Math.abs(n) % (2 ** 40 - 1))),
  fc.constantFrom(1, 2 ** 31, 2 ** 32, 2 ** 40 - 1),
);
const version = fc.integer({ min: 1, max: 4095 });
const content = fc.record({ ticketId, version });

test("a code contains its ticket and version, has 38 characters, and is unique", () => {
  const seen = new Map<string, string>();
  fc.assert(
    fc.property(content, (ticket) => {
      const code = ticketCode(ticket, key);
      expect(code).toMatch(/^SG[0-9A-HJKMNP-TV-Z]{36}$/);
      expect(readTicketCode(code, key)).toEqual(ticket);
      const name = `${ticket.ticketId}:${ticket.version}`;
      expect(seen.get(code) ?? name).toBe(name);
      seen.set(code, name);
    }),
    { numRuns: 3000 },
  );
});

test("a typed code may have lowercase letters, spaces, dashes, O for 0, and I or L for 1", () => {
  fc.assert(
    fc.property(content, fc.infiniteStream(fc.nat(9)), (ticket, dice) => {
      const roll = () => dice.next().value as number;
      const typed = [...ticketCode(ticket, key)]
        .map((letter, at) => {
          const twin =
            at < 2 ? letter : letter === "0" ? "0Oo"[roll() % 3]! : letter === "1" ? "1IiLl"[roll() % 5]! : letter;
          const variant = roll() < 5 ? twin.toLowerCase() : twin;
          return variant + ["", "", "", "", "", "", " ", "-", "  ", " - "][roll()]!;
        })
        .join("");
      expect(readTicketCode(` ${typed}\n`, key)).toEqual(ticket);
    }),
    { numRuns: 1000 },
  );
});

test("a code with any single character changed is rejected, for 200 codes", () => {
  const readable = `${clearAlphabet}U`;
  let changes = 0;
  for (let count = 0; count < 200; count++) {
    const code = ticketCode(
      { ticketId: count < 20 ? count + 1 : randomInt(1, 2 ** 40), version: randomInt(1, 4096) },
      key,
    );
    for (let at = 0; at < code.length; at++) {
      for (const letter of readable) {
        if (letter === code[at]) continue;
        const changed = code.slice(0, at) + letter + code.slice(at + 1);
        // One that another keyboard would have typed is the code itself.
        if (keyboardReadings(changed).includes(code)) continue;
        if (readTicketCode(changed, key) !== undefined) throw new Error(`${changed}, made from ${code}, was accepted`);
        changes++;
      }
      const shorter = code.slice(0, at) + code.slice(at + 1);
      const longer = `${code.slice(0, at)}0${code.slice(at)}`;
      const swapped =
        at > 0 && code[at] !== code[at - 1]
          ? code.slice(0, at - 1) + code[at]! + code[at - 1]! + code.slice(at + 1)
          : "";
      const isTyped = (text: string) => keyboardReadings(text).includes(code);
      if ([shorter, longer, swapped].some((text) => !isTyped(text) && readTicketCode(text, key)))
        throw new Error(`${code} was accepted with a character added, removed or swapped at ${at}`);
    }
  }
  expect(changes).toBeGreaterThan(200 * 38 * 30);
});

test("200,000 random texts are rejected and none crashes the reader", () => {
  const alphabets = [
    clearAlphabet,
    `${clearAlphabet}OIL -`,
    "SG",
    "0123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "\u0000\u202e🎭ßſıKſ\ud800 \n\t",
  ].map((alphabet) => [...alphabet]);
  const random = (length: number, letters: string[]) =>
    Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join("");
  for (let count = 0; count < 200_000; count++) {
    const letters = alphabets[count % alphabets.length]!;
    const text = count % 2 === 0 ? `SG${random(36, letters)}` : random(count % 60, letters);
    if (readTicketCode(text, key) !== undefined) throw new Error(`${text} was accepted`);
  }
  const anything = fc.string({ unit: "binary", maxLength: 600 });
  fc.assert(
    fc.property(anything, (text) => readTicketCode(text, key) === undefined),
    { numRuns: 2000 },
  );
});

test("a code of another site, another version or another key is rejected", () => {
  const ticket = { ticketId: 42, version: 7 };
  expect(readTicketCode(ticketCode(ticket, randomBytes(32)), key)).toBeUndefined();
  const [mine, other] = [ticketCode(ticket, key), ticketCode({ ...ticket, version: 8 }, key)];
  // The number of one ticket with the signature of another.
  expect(readTicketCode(mine.slice(0, 14) + other.slice(14), key)).toBeUndefined();
  expect(mine.slice(14)).not.toBe(other.slice(14));
});

test("a code fits a QR code of 25 × 25 modules with medium correction, in alphanumeric mode", () => {
  fc.assert(
    fc.property(content, (ticket) => {
      const code = ticketCode(ticket, key);
      expect(code).toHaveLength(38);
      expect(code).toMatch(/^[0-9A-Z $%*+./:-]+$/);
      const { version: qrVersion, size } = encode(code, { ecc: "M", border: 0 });
      expect([qrVersion, size]).toEqual([2, 25]);
    }),
    { numRuns: 200 },
  );
  // One more character would not fit.
  expect(encode(`${ticketCode({ ticketId: 1, version: 1 }, key)}0`, { ecc: "M", border: 0 }).version).toBe(3);
});

test("a reader that ignored the signature would accept nearly all changed codes", () => {
  const careless = (text: string) =>
    text.length === 38 && text.startsWith("SG") && /^[0-9A-HJKMNP-TV-Z]+$/.test(text.slice(2));
  const code = ticketCode({ ticketId: 1, version: 1 }, key);
  const changed = [...clearAlphabet]
    .filter((letter) => letter !== code[20])
    .map((letter) => code.slice(0, 20) + letter + code.slice(21));
  expect(changed.filter(careless)).toHaveLength(31);
  expect(changed.filter((text) => readTicketCode(text, key))).toHaveLength(0);
});
