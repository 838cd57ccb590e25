/** One half of the mark; `s` is 1 for the right and -1 for the left. The middle line is x = 32. */
function half(s: number): string {
  const x = (from: number) => String(Math.round((32 + s * from) * 100) / 100);
  const at = (...pairs: number[]) => pairs.map((value, i) => (i % 2 ? String(value) : x(value))).join(" ");
  const mask = `M${at(0, 22)}C${at(6, 19, 16, 20, 21, 12.5)}C${at(23.4, 9, 25.4, 6, 27.6, 2.5)}C${at(30.8, 12, 31.2, 22.5, 27.2, 30)}C${at(24, 36, 18.6, 39.6, 12.8, 39.2)}C${at(6.6, 38.8, 4.6, 31.6, 0, 31.6)}Z`;
  const eye = `M${at(5.6, 31.4)}C${at(8, 26.4, 14, 24.8, 22, 22.4)}C${at(21, 29.2, 13.8, 34, 5.6, 31.4)}Z`;
  const bow = `M${at(3.7, 49.4)}C${at(8, 48.4, 14.5, 44.6, 18.4, 43.2)}C${at(20.4, 42.5, 21.5, 43.2, 21.7, 45)}C${at(22.2, 49.4, 22.2, 54.4, 21.7, 58.8)}C${at(21.5, 60.6, 20.4, 61.3, 18.4, 60.6)}C${at(14.5, 59.2, 8, 55.4, 3.7, 54.4)}Z`;
  const plume = `M${at(3.5, 17.6)}C${at(3.4, 13, 6, 8, 10.8, 5.4)}C${at(11.6, 10.6, 8.4, 15.8, 3.5, 17.6)}Z`;
  return mask + eye + bow + plume;
}

const KNOT = "M30.6 48.6h2.8q.7 0 .7.7v5.2q0 .7-.7.7h-2.8q-.7 0-.7-.7v-5.2q0-.7.7-.7Z";
const PLUME = "M32 19C28 14.4 27.8 7.6 32 1.4C36.2 7.6 36 14.4 32 19Z";

/**
 * The mark on a 64 × 64 field: a masquerade mask with a panther's ears and narrowed eyes, three plumes between them, and a
 * bow tie below. The face itself is left out, so that it cuts as a stencil. Fill it with the even-odd rule.
 */
export const MARK: string = half(1) + half(-1) + PLUME + KNOT;
