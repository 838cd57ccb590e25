import { clsx } from "clsx";

/** Letters that are much wider or narrower than the others in the display typeface. */
const widths: [letters: RegExp, width: number][] = [
  [/[MW@%]/i, 1.3],
  [/[IJ1.,:;!'’|]/i, 0.6],
  [/[^ -\u024f]/, 1.6],
];
const widthOf = (word: string) =>
  [...word].reduce((sum, letter) => sum + (widths.find(([letters]) => letters.test(letter))?.[1] ?? 1), 0);

/** The width of a title's longest word, in letters of usual width, as the class `fit-*` takes it. */
export function longestWord(title: string): number {
  const widest = Math.max(...title.split(/[\s-]+/).map(widthOf));
  return Math.min(maxLetters, Math.max(fewestLetters, Math.ceil(widest)));
}
const fewestLetters = 4;
const maxLetters = 40;

const longLetters = 10;
/** A part of a word has at least so many letters. */
const fewLetters = 3;

/** Soft hyphens in long words, before a consonant and a vowel: they show only where the word doesn't fit on its line. */
export const hyphenated = (title: string): string =>
  title.replace(/\p{L}+/gu, (word) => {
    if (word.length < longLetters) return word;
    return word.replace(/(?<=[aeiouy].*)(?:[cspt]h|(?<![cspt])h|[^aeiouyh])(?=[aeiouy])/giu, (letters, at: number) =>
      at < fewLetters || word.length - at < fewLetters ? letters : `\u00AD${letters}`,
    );
  });

/** An event's title in the largest type in which its longest word fits into the width that there is, on one line. */
export function EventTitle({ title, className }: { title: string; className?: string }) {
  return (
    <div className="@container">
      <h1
        className={clsx(
          "display font-black",
          `fit-${longestWord(title)}`,
          title.length > 22 ? "title-lg" : "title-xl",
          className,
        )}
      >
        {hyphenated(title)}
      </h1>
    </div>
  );
}
