import { curve, oval, taper, type Point } from "./path.ts";

/** An open right hand, palm to us, wrist at the origin, about 300 wide and 420 high; fingers spread. */
export function openHand(arm = 500): string {
  const finger = (root: Point, bend: Point, tip: Point, width: number) =>
    taper([root, bend, tip], [width, width * 0.98, width * 0.74]);
  return (
    curve(
      [
        [-62, 90],
        [-68, 0],
        [-92, -100],
        [-110, -214],
        [-40, -252],
        [40, -250],
        [98, -214],
        [98, -110],
        [72, 0],
        [62, 90],
      ],
      true,
      0.9,
    ) +
    finger([-82, -200], [-112, -286], [-142, -350], 54) +
    finger([-32, -226], [-44, -330], [-58, -416], 58) +
    finger([24, -228], [30, -334], [36, -428], 58) +
    finger([74, -204], [98, -290], [124, -362], 54) +
    taper(
      [
        [36, -20],
        [124, -108],
        [192, -200],
      ],
      [96, 74, 46],
    ) +
    taper(
      [
        [0, arm],
        [0, arm * 0.4],
        [0, 0],
      ],
      [168, 148, 122],
    )
  );
}

/** The lines of the palm and the joints of the fingers of `openHand`, to be knocked out or overprinted. */
export const PALM_LINES =
  "M-96 -176C-40 -150 20 -168 74 -214M-98 -120C-50 -120 10 -140 60 -178M60 -150C10 -120 -20 -60 -16 20M-122 -262l34 -12M-132 -306l30 -10M-66 -290h40M-74 -352h38M6 -300h46M12 -368h42M76 -276l38 12M92 -322l34 12";

/** The parts of a fist round an upright rod at x = 0: back of the hand, four fingers from the top down, thumb. */
export function fist(): { back: string; fingers: string[]; thumb: string; nails: string } {
  const fingers = [0, 1, 2, 3].map((i) => {
    const y = -96 + i * 62;
    return taper(
      [
        [-96, y + 6],
        [-20, y - 4],
        [64 - i * 7, y + 6],
      ],
      [62, 66, 58],
    );
  });
  return {
    back: curve(
      [
        [-120, -110],
        [-60, -136],
        [20, -130],
        [60, -100],
        [80, 60],
        [50, 130],
        [-30, 150],
        [-110, 140],
        [-150, 40],
      ],
      true,
      0.9,
    ),
    fingers,
    thumb: taper(
      [
        [-70, -112],
        [0, -150],
        [74, -134],
      ],
      [70, 62, 48],
    ),
    nails: oval(84, -136, 15, 12, 8),
  };
}
