import { openHand, PALM_LINES } from "../hands.ts";
import { cut, fill, glow, line, place, WHOLE, type Poster } from "../ink.ts";
import { curve, disc, oval, polar, taper, type Point } from "../path.ts";
import { chance, type Chance } from "../seeded.ts";

/** A thrown splash: a lobed blot, flung drops and runs. */
function splash(x: number, y: number, size: number, random: Chance): string {
  const lobes: Point[] = Array.from({ length: 22 }, (_, i) =>
    polar(x, y, size * (i % 2 ? random.range(0.58, 0.7) : random.range(0.82, 1.12)), i * 16.4),
  );
  let text = curve(lobes, true, 1.1);
  for (let i = 0; i < 26; i += 1) {
    const turn = random.range(0, 360);
    const reach = size * random.range(1, 2.5);
    const [dx, dy] = polar(x, y, reach, turn);
    text += oval(dx, dy, size * random.range(0.02, 0.14), size * random.range(0.02, 0.07), turn);
  }
  return text;
}

const drips = (x: number, y: number, random: Chance) =>
  Array.from({ length: 5 }, (_, i) =>
    taper(
      [
        [x + i * 34, y],
        [x + i * 34, y + 60],
        [x + i * 34, y + random.range(90, 260)],
      ],
      [24, 13, 19],
    ),
  ).join("");

const HAND = fill(openHand(900)) + line(PALM_LINES, 6, 0);

/** A small inked handprint. */
const print = (x: number, y: number, scale: number, turn: number) =>
  place(fill(openHand(10)) + cut(oval(0, -110, 34, 50)), x, y, scale, turn);

/** A jab-jab masker from behind: shoulders, horned helmet, and perhaps an arm flung up. Shoulders rest on y = 0. */
const jab = (x: number, y: number, scale: number, arm: number) => {
  const horn = (side: number) =>
    taper(
      [
        [side * 30, -150],
        [side * 82, -172],
        [side * 96, -226],
        [side * 66, -268],
      ],
      [34, 30, 20, 2],
    );
  const shoulders = curve(
    [
      [-30, -86],
      [30, -86],
      [56, -58],
      [118, -34],
      [140, 60],
      [140, 400],
      [-140, 400],
      [-140, 60],
      [-118, -34],
      [-56, -58],
    ],
    true,
    0.8,
  );
  const raised = arm
    ? place(fill(openHand(560)), arm * 150, -150, 0.36, arm * 10) +
      fill(
        taper(
          [
            [arm * 96, 20],
            [arm * 146, -30],
            [arm * 148, -120],
          ],
          [70, 62, 50],
        ),
      )
    : "";
  return place(fill(shoulders + oval(0, -130, 50, 62) + horn(1) + horn(-1)) + raised, x, y, scale);
};

export const jouvertAtMidnight: Poster = {
  key: "jouvert-at-midnight",
  alt: "Three enormous painted hands in cyan, magenta and yellow overprint one another in a burst of powder above horned J'ouvert maskers at night.",
  paper: "#f7f0e4",
  accent: "#f13d96",
  dominant: "#1b1440",
  social: [0, 70, 1200],
  separations: () => {
    const random = chance("jouvert");
    const back = [
      [90, 1350, -1],
      [330, 1330, 1],
      [560, 1362, 0],
      [800, 1326, -1],
      [1060, 1346, 1],
    ]
      .map(([x, y, arm]) => jab(x!, y!, 0.82, arm!))
      .join("");
    const front = [
      [-20, 1480, 1],
      [225, 1500, 0],
      [470, 1484, -1],
      [720, 1502, 1],
      [950, 1488, 0],
      [1200, 1476, -1],
    ]
      .map(([x, y, arm]) => jab(x!, y!, 1.05, arm!))
      .join("");
    const moon = fill(disc(1010, 190, 92)) + cut(disc(974, 168, 84));
    return [
      {
        ink: "#15a8dc",
        art:
          place(HAND, 400, 800, 1.42, -17) +
          fill(splash(170, 420, 100, random)) +
          fill(drips(120, 470, random)) +
          print(1080, 720, 0.5, 18),
        shift: [-5, 3],
        wear: 0.8,
      },
      {
        ink: "#f0308c",
        art:
          place(HAND, 625, 770, 1.5, 2) +
          fill(splash(880, 330, 92, random)) +
          fill(drips(820, 370, random)) +
          print(120, 840, 0.44, -24),
        shift: [4, -2],
        wear: 0.8,
      },
      {
        ink: "#ffdc1e",
        art:
          place(HAND, 850, 850, 1.4, 19, true) +
          fill(splash(420, 170, 84, random)) +
          fill(splash(1050, 1000, 80, random)) +
          fill(drips(360, 210, random)),
        shift: [3, 5],
        wear: 0.8,
      },
      {
        ink: "#191238",
        art: `<g transform="translate(600 640) scale(1 1.12) translate(-600 -640)">${glow("burst", 600, 640, 700, 0, 1, WHOLE, 0.66)}</g>`,
        screen: { kind: "grain", size: 3 },
        wear: 0,
      },
      {
        ink: "#f7f0e4",
        opaque: true,
        art:
          moon +
          Array.from({ length: 240 }, () => {
            const [x, y] = polar(600, 640, 380 + random.range(0, 420), random.range(150, 400));
            return fill(disc(x, y, random.range(1.5, 6)));
          }).join(""),
      },
      { ink: "#6d3fd0", opaque: true, art: back, rough: 0.5 },
      { ink: "#100b26", opaque: true, art: front, rough: 0.5 },
      {
        ink: "#f0308c",
        opaque: true,
        art: fill(splash(90, 1330, 34, random)) + fill(splash(1020, 1392, 30, random)),
      },
      {
        ink: "#ffdc1e",
        opaque: true,
        art: fill(splash(560, 1410, 30, random)) + fill(splash(820, 1300, 18, random)),
      },
      {
        ink: "#15a8dc",
        opaque: true,
        art: fill(splash(330, 1300, 24, random)) + fill(splash(1150, 1250, 26, random)),
      },
    ];
  },
};
