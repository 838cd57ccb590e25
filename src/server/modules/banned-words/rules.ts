/** Letters with more than a few marks on each other cover the lines around them. */
export const hasStackedMarks = (text: string): boolean => /\p{M}{5,}/u.test(text.normalize("NFD"));

/** A banned word that a text has, and how it's written there. */
export interface FoundWord {
  word: string;
  written: string;
}

/** What its author reads about a banned word. */
export const sentenceAbout = ({ written }: FoundWord): string =>
  `You can't write “${written}” here. Change it and try again.`;
