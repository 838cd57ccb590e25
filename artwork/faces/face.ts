import { clip, fade, fill, glow, line, WHOLE, type Poster, type Separation } from "../ink.ts";
import { disc, oval, rays } from "../path.ts";

/** Somebody, from the shoulders up, in the upper square of the sheet. */
export interface Face {
  key: string;
  /** Ground and what is printed on it. */
  ground: readonly [paper: string, ink: string];
  pattern: "sun" | "rays" | "stripes" | "dots";
  skin: readonly [light: string, shade: string];
  lips: string;
  garment: readonly [light: string, shade: string];
  /** Where the garment opens at the neck. */
  collar: string;
  hair: string;
  /** Hair and what is worn: behind the head, and over it. */
  behind?: string;
  over: string;
  /** What lies on top of all: a hat's band, rings, glasses. */
  trims?: readonly (readonly [ink: string, art: string])[];
  beard?: boolean;
}

const head =
  "M414 470C414 330 490 262 600 262C710 262 786 330 786 470C790 600 772 700 712 770C672 812 636 826 600 826C564 826 528 812 488 770C428 700 410 600 414 470Z";
const ears = oval(408, 556, 34, 58, -6) + oval(792, 556, 34, 58, 6);
const neck = "M498 720C500 820 496 880 470 930L600 1010L730 930C704 880 700 820 702 720Z";
const shoulders =
  "M60 1260C76 1060 200 990 330 952C420 926 470 910 486 880C520 980 680 980 714 880C730 910 780 926 870 952C1000 990 1124 1060 1140 1260Z";
const brows = "M458 482C486 458 520 456 548 470M652 470C680 456 714 458 742 482";
const eyes = "M462 548C484 570 520 570 544 550M656 550C680 570 716 570 738 548";
const lashes = "M462 548l-16 -4M738 548l16 -4";
const nose = "M600 530C604 580 618 610 628 634C622 652 596 656 576 646";
const upperLip = "M540 716C566 700 586 696 600 704C614 696 634 700 660 716C630 722 570 722 540 716Z";
const lowerLip = "M540 716C570 724 630 724 660 716C644 752 556 752 540 716Z";
const beard =
  "M414 560C424 690 470 790 540 832C580 852 620 852 660 832C730 790 776 690 786 560C768 640 742 676 706 684C664 656 536 656 494 684C458 676 432 640 414 560ZM528 712C566 686 634 686 672 712C656 764 544 764 528 712Z";

const patterns = {
  sun: fill(disc(600, 560, 470)),
  rays: fill(rays(600, 560, 0, 1200, 30, 0.5)),
  stripes: Array.from({ length: 16 }, (_, row) => line(`M-40 ${row * 84 + 20}H1240`, 30)).join(""),
  dots: Array.from({ length: 143 }, (_, at) =>
    fill(disc((at % 13) * 104 - 20 + (Math.floor(at / 13) % 2) * 52, Math.floor(at / 13) * 112, 26)),
  ).join(""),
};

/** Prints somebody: light from the left, closed eyes, in the inks of the posters. */
export function portrait(face: Face): Poster {
  const [light, shade] = face.skin;
  const [cloth, clothShade] = face.garment;
  const separations = (): Separation[] => [
    { ink: face.ground[1], opaque: true, art: patterns[face.pattern], rough: 0.2, wear: 0.4 },
    ...(face.behind ? [{ ink: face.hair, opaque: true, art: fill(face.behind), rough: 0.2 }] : []),
    { ink: light, opaque: true, art: fill(neck), wear: 0 },
    {
      ink: shade,
      opaque: true,
      art: clip("under", neck, fade("chin", WHOLE, [600, 1010, 0.1], [600, 830, 1])),
      screen: { kind: "dots", pitch: 13, angle: 28 },
    },
    { ink: light, opaque: true, art: fill(head + ears), wear: 0 },
    {
      ink: shade,
      opaque: true,
      art: clip("side", head + ears, fade("turn", WHOLE, [560, 520, 0], [800, 580, 1])),
      screen: { kind: "dots", pitch: 13, angle: 28 },
    },
    { ink: cloth, opaque: true, art: fill(shoulders), rough: 0.12, wear: 0 },
    {
      ink: clothShade,
      opaque: true,
      art: clip("drape", shoulders, fade("fall", WHOLE, [520, 1000, 0], [1120, 1120, 1])) + line(face.collar, 14),
      screen: { kind: "lines", pitch: 13, angle: 40 },
    },
    ...(face.beard ? [{ ink: face.hair, opaque: true, art: fill(beard), rough: 0.25 }] : []),
    { ink: face.lips, opaque: true, art: fill(upperLip) + fill(lowerLip) },
    {
      ink: "#1b0e0c",
      opaque: true,
      art:
        line(brows, 17) +
        line(eyes, 11) +
        line(lashes, 9) +
        line(nose, 8, 0.85) +
        line("M548 716C580 722 620 722 652 716", 5),
      rough: 0.2,
    },
    {
      ink: light,
      opaque: true,
      art: clip("cheek", head, glow("warm", 500, 630, 90, 0.5, 0)),
      screen: { kind: "grain", size: 3 },
    },
    { ink: face.hair, opaque: true, art: fill(face.over), rough: 0.2 },
    ...(face.trims ?? []).map(([ink, art]): Separation => ({ ink, opaque: true, art, rough: 0.1 })),
  ];
  return {
    key: face.key,
    alt: "",
    paper: face.ground[0],
    accent: face.ground[1],
    dominant: face.ground[0],
    social: [0, 0, 1200],
    separations,
  };
}
