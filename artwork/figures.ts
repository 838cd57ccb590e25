import type { Pose } from "./poses.ts";
import { curve, disc, leaf, oval, poly, taper, type Point } from "./path.ts";

/** What a dancer wears. */
export type Outfit = "suit" | "dress" | "gown" | "shorts";
/** What a dancer wears on the head. */
export type Headwear = "none" | "panama" | "afro" | "wrap" | "bun" | "plumes";

/** One dancer's silhouette as a single path. */
export function dancer(pose: Pose, outfit: Outfit, headwear: Headwear, thickness = 1): string {
  const { head, neck, hip, arms, legs } = pose;
  const w = (value: number) => value * thickness;
  const shoulder = outfit === "suit" ? 25 : 19;
  const waist: Point = [neck[0] * 0.38 + hip[0] * 0.62, neck[1] * 0.38 + hip[1] * 0.62];
  const torso = curve(
    [
      [neck[0] - 5, neck[1] - 2],
      [neck[0] + 5, neck[1] - 2],
      [neck[0] + shoulder, neck[1] + 11],
      [waist[0] + w(15), waist[1]],
      [hip[0] + w(19), hip[1] + 8],
      [hip[0], hip[1] + 18],
      [hip[0] - w(19), hip[1] + 8],
      [waist[0] - w(15), waist[1]],
      [neck[0] - shoulder, neck[1] + 11],
    ],
    true,
    0.85,
  );
  let text = torso + taper([neck, head], [13, 12]) + oval(head[0], head[1], 12.5, 16, (head[0] - neck[0]) * 0.8);
  arms.forEach(([elbow, hand], i) => {
    const root: Point = [neck[0] + (i ? -1 : 1) * (shoulder - 5), neck[1] + 10];
    text += taper([root, elbow, hand], outfit === "suit" ? [17, 15, 11] : [13, 10, 7]);
    text += oval(hand[0], hand[1], 6, 8, Math.atan2(hand[1] - elbow[1], hand[0] - elbow[0]) * 57);
  });
  legs.forEach(([knee, foot], i) => {
    const root: Point = [hip[0] + (i ? -1 : 1) * w(9), hip[1] + 6];
    text += taper([root, knee, foot], outfit === "suit" ? [25, 20, 25] : [w(25), w(16), 8]);
    text += poly([
      [foot[0] - 6, foot[1] - 6],
      [foot[0] + 5, foot[1] - 6],
      [foot[0] + (i ? -16 : 18), foot[1] + 3],
      [foot[0] - 6, foot[1] + 3],
    ]);
  });
  if (outfit === "dress")
    text += curve(
      [
        [waist[0] - 12, waist[1]],
        [waist[0] + 12, waist[1]],
        [hip[0] + 42, hip[1] + 44],
        [hip[0] + 20, hip[1] + 52],
        [hip[0] - 2, hip[1] + 46],
        [hip[0] - 24, hip[1] + 54],
        [hip[0] - 44, hip[1] + 42],
      ],
      true,
      0.8,
    );
  if (outfit === "gown")
    text += curve(
      [
        [waist[0] - 12, waist[1]],
        [waist[0] + 12, waist[1]],
        [hip[0] + 30, hip[1] + 40],
        [hip[0] + 62, -6],
        [hip[0] + 20, 2],
        [hip[0] - 22, 2],
        [hip[0] - 58, -4],
        [hip[0] - 28, hip[1] + 40],
      ],
      true,
      0.7,
    );
  return text + hat(head, headwear);
}

function hat([x, y]: Point, headwear: Headwear): string {
  switch (headwear) {
    case "panama":
      return (
        oval(x, y - 9, 27, 5, -6) +
        curve(
          [
            [x - 14, y - 9],
            [x - 13, y - 24],
            [x, y - 29],
            [x + 13, y - 25],
            [x + 14, y - 10],
          ],
          true,
          0.7,
        )
      );
    case "afro":
      return disc(x, y - 6, 23);
    case "wrap":
      return (
        curve(
          [
            [x - 14, y - 3],
            [x - 17, y - 20],
            [x - 4, y - 38],
            [x + 14, y - 32],
            [x + 17, y - 16],
            [x + 13, y - 4],
          ],
          true,
          0.9,
        ) + leaf([x + 6, y - 28], [x + 28, y - 44], 7)
      );
    case "bun":
      return disc(x - 3, y - 21, 9) + oval(x, y - 7, 14, 11);
    case "plumes":
      return [-60, -36, -12, 12, 36, 60]
        .map((spread) =>
          leaf(
            [x, y - 8],
            [x + Math.sin((spread * Math.PI) / 180) * 62, y - 8 - Math.cos((spread * Math.PI) / 180) * 62],
            10,
            0.65,
          ),
        )
        .join("");
    default:
      return "";
  }
}

/** A woman's or man's head in profile facing right: chin, lips and brow drawn by hand; about 100 × 130. */
export const PROFILE: string =
  "M34 132C36 118 33 108 26 99C12 86 4 70 5 50C6 22 26 2 52 2C68 2 78 11 81 24C83 31 82 35 84 40C86 45 90 51 94 57C96 60 95 63 91 64C89 65 87 65 88 68C89 71 94 73 94 77C94 80 89 80 87 81C90 82 93 85 92 88C91 91 87 91 86 94C85 97 88 100 86 105C83 112 74 113 66 111C61 110 59 113 60 119C61 125 63 129 66 132Z";
