// A handheld scanner types by the keyboard that it was set up for. On a device with another one, other letters arrive.

/** What arrives for each letter or digit of a code, as pairs: what is typed, and what was meant. */
type Layout = ReadonlyMap<string, string>;

/** Letters that two keyboards swap, both ways. */
const swapped = (...pairs: string[]): [string, string][] =>
  pairs.flatMap(([one, other]): [string, string][] => [
    [one!, other!],
    [other!, one!],
  ]);
/** What some keys type, in the order of the digits 0 to 9. */
const digits = (typed: string): [string, string][] => [...typed].map((each, digit) => [each, String(digit)]);

const frenchLetters = swapped("AQ", "ZW");
const layouts: Layout[] = [
  // QWERTZ on a device with QWERTY, or the other way round.
  new Map(swapped("YZ")),
  // A scanner set to QWERTY on a device with AZERTY: French, and Belgian or Apple's.
  new Map([...frenchLetters, ...digits("À&É\"'(-È_Ç"), ["§", "6"], ["!", "8"], [",", "M"], ["?", "M"]]),
  // A scanner set to AZERTY on a device with QWERTY.
  new Map([...frenchLetters, ...digits(")!@#$%^&*("), [";", "M"], [":", "M"]]),
];

/**
 * What a text may have been before a keyboard changed it: the text itself in uppercase, then as each pair of keyboards
 * that differ would have typed it. At most one of them is a code that we signed.
 */
export function keyboardReadings(text: string): string[] {
  const typed = text.toUpperCase();
  // What no layout names, such as a digit, stays.
  const readings = layouts.map((layout) => typed.replace(/\D/gu, (letter) => layout.get(letter) ?? letter));
  return [...new Set([typed, ...readings])];
}
