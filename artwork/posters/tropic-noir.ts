import { cut, fade, fill, glow, line, WHOLE, type Poster } from "../ink.ts";
import { box, curve, disc, leaf, poly, polar, rays, type Point } from "../path.ts";

const both = (draw: (side: number) => string) => draw(1) + draw(-1);
const X = (side: number, x: number) => 600 + side * x;
const mirrored = (half: readonly Point[]): Point[] => [
  ...half.map(([x, y]): Point => [600 + x, y]),
  ...[...half].reverse().map(([x, y]): Point => [600 - x, y]),
];

const skull = curve(
  mirrored([
    [40, 548],
    [104, 556],
    [150, 560],
    [214, 610],
    [262, 700],
    [272, 790],
    [250, 870],
    [206, 930],
    [164, 980],
    [104, 1034],
    [36, 1056],
  ]),
  true,
  0.9,
);
const ear = (side: number) =>
  curve(
    [
      [X(side, 108), 570],
      [X(side, 132), 490],
      [X(side, 190), 448],
      [X(side, 244), 470],
      [X(side, 268), 540],
      [X(side, 254), 640],
      [X(side, 190), 640],
    ],
    true,
    0.9,
  );
const innerEar = (side: number) =>
  curve(
    [
      [X(side, 150), 560],
      [X(side, 168), 508],
      [X(side, 204), 486],
      [X(side, 232), 520],
      [X(side, 234), 580],
      [X(side, 200), 604],
    ],
    true,
    0.9,
  );
const domino = curve(
  mirrored(
    [
      [0, 724],
      [60, 690],
      [140, 676],
      [226, 690],
      [312, 636],
      [322, 720],
      [286, 800],
      [220, 844],
      [140, 848],
      [80, 822],
      [40, 776],
      [0, 770],
    ].slice(1, -1) as unknown as Point[],
  ),
  true,
  0.85,
);
const eye = (side: number) => leaf([X(side, 66), 792], [X(side, 206), 726], 33, 0.5);
const nose = curve(
  mirrored([
    [20, 870],
    [54, 866],
    [58, 888],
    [34, 912],
    [10, 926],
  ]),
  true,
  0.8,
);
const muzzle = (side: number) =>
  curve(
    [
      [X(side, 4), 920],
      [X(side, 40), 910],
      [X(side, 108), 908],
      [X(side, 134), 944],
      [X(side, 112), 992],
      [X(side, 56), 1000],
      [X(side, 8), 976],
    ],
    true,
    0.9,
  );

const shoulders = curve(
  mirrored([
    [110, 1010],
    [150, 1120],
    [300, 1180],
    [470, 1250],
    [560, 1380],
    [600, 1580],
  ]),
  true,
  0.6,
);
const shirt = poly([
  [470, 1096],
  [730, 1096],
  [640, 1560],
  [560, 1560],
]);
const lapel = (side: number) =>
  poly([
    [X(side, 128), 1096],
    [X(side, 236), 1150],
    [X(side, 262), 1260],
    [X(side, 210), 1276],
    [X(side, 232), 1310],
    [X(side, 40), 1540],
    [X(side, 20), 1480],
  ]);
const bow = (side: number) =>
  curve(
    [
      [X(side, 0), 1128],
      [X(side, 60), 1084],
      [X(side, 168), 1064],
      [X(side, 176), 1128],
      [X(side, 168), 1196],
      [X(side, 60), 1168],
    ],
    true,
    0.55,
  );

/** A stepped tower with a sunburst crown, as the decade built them. */
const tower = (x: number, width: number, top: number) =>
  [1, 0.8, 0.6, 0.4].map((share, i) => box(x - (width * share) / 2, top + 220 - i * 74, width * share, 1500)).join("") +
  leaf([x, top + 20], [x, top - 240], 11, 0.25);
const setbacks = (x: number, width: number, top: number) =>
  [-0.36, -0.22, -0.08, 0.08, 0.22, 0.36]
    .map((at) => line(`M${x + width * at} 1300V${top + 60 + Math.abs(at) * 420}`, 3))
    .join("") +
  [0, 1, 2]
    .map((i) =>
      line(
        `M${x - width * (0.2 + i * 0.1)} ${top + 74 + i * 74}A${width * (0.2 + i * 0.1)} ${width * (0.2 + i * 0.1)} 0 0 1 ${x + width * (0.2 + i * 0.1)} ${top + 74 + i * 74}`,
        4,
      ),
    )
    .join("");

/** A palm leaf reduced to a fan of blades. */
const decoFan = (x: number, y: number, reach: number, from: number, to: number, blades: number) =>
  Array.from({ length: blades }, (_, i) =>
    leaf(
      [x, y],
      polar(
        x,
        y,
        reach * (0.84 + 0.16 * Math.sin((i / (blades - 1)) * Math.PI)),
        from + ((to - from) * i) / (blades - 1),
      ),
      reach * 0.034,
      0.7,
    ),
  ).join("");

const whiskers = both((side) =>
  [0, 1, 2]
    .map((i) =>
      line(
        `M${X(side, 104)} ${930 + i * 24}C${X(side, 200)} ${916 + i * 30} ${X(side, 280)} ${910 + i * 44} ${X(side, 350)} ${936 + i * 58}`,
        3.4,
      ),
    )
    .join(""),
);

export const tropicNoir: Poster = {
  key: "tropic-noir",
  alt: "A black panther in a tuxedo, bow tie and gold domino mask looks straight at us between deco palm fans and stepped Manhattan towers.",
  paper: "#d7b25e",
  accent: "#d9b45f",
  dominant: "#14100b",
  social: [0, 520, 1200],
  separations: () => [
    { ink: "#0d0b09", art: fill(WHOLE) },
    {
      ink: "#d7b25e",
      opaque: true,
      art:
        fill(rays(600, 800, 300, 1500, 72, 0.2)) +
        cut(rays(600, 800, 760, 1500, 36, 0.5, 2.5)) +
        line(disc(600, 560, 430), 6) +
        line(disc(600, 560, 446), 2.5),
    },
    { ink: "#f1e4bf", opaque: true, art: fill(disc(600, 560, 408)) },
    {
      ink: "#0d0b09",
      opaque: true,
      art: glow("moon", 600, 470, 470, 0.02, 0.85, disc(600, 560, 408)),
      screen: { kind: "lines", pitch: 12, angle: 0 },
    },
    {
      ink: "#0d0b09",
      opaque: true,
      art: [
        [250, 250, 330],
        [950, 250, 330],
        [90, 200, 620],
        [1110, 200, 620],
      ]
        .map(([x, w, top]) => line(tower(x!, w!, top!), 14) + fill(tower(x!, w!, top!)))
        .join(""),
    },
    {
      ink: "#d7b25e",
      opaque: true,
      art: [
        [250, 250, 330],
        [950, 250, 330],
        [90, 200, 620],
        [1110, 200, 620],
      ]
        .map(([x, w, top]) => setbacks(x!, w!, top!))
        .join(""),
    },
    {
      ink: "#0f5a50",
      opaque: true,
      art:
        fill(decoFan(60, 1380, 560, -112, -20, 11)) +
        fill(decoFan(1140, 1380, 560, -160, -68, 11)) +
        fill(decoFan(180, 1560, 520, -130, -30, 11)) +
        fill(decoFan(1020, 1560, 520, -150, -50, 11)),
    },
    {
      ink: "#d7b25e",
      opaque: true,
      art:
        line(decoFan(60, 1380, 560, -112, -20, 11), 2.6) +
        line(decoFan(1140, 1380, 560, -160, -68, 11), 2.6) +
        line(decoFan(180, 1560, 520, -130, -30, 11), 2.6) +
        line(decoFan(1020, 1560, 520, -150, -50, 11), 2.6),
    },
    {
      ink: "#d7b25e",
      opaque: true,
      art: line(shoulders, 14) + line(skull, 14) + both((side) => line(ear(side), 14)),
    },
    {
      ink: "#0d0b09",
      opaque: true,
      art: fill(shoulders) + fill(skull) + both((side) => fill(ear(side))),
    },
    { ink: "#f1e4bf", opaque: true, art: fill(shirt) },
    {
      ink: "#0d0b09",
      opaque: true,
      art:
        both((side) => fill(lapel(side))) +
        both((side) =>
          [0, 1, 2].map((i) => line(`M${X(side, 22 + i * 20)} 1190L${X(side, 10 + i * 10)} 1500`, 3)).join(""),
        ) +
        fill(skull),
    },
    {
      ink: "#8c6a2c",
      opaque: true,
      art:
        both(
          (side) =>
            fade(`sheen${side}`, lapel(side), [X(side, 30), 1400, 0], [X(side, 260), 1200, 0.75]) +
            fade(`cheek${side}`, skull, [X(side, 120), 0, 0], [X(side, 275), 0, 0.55]).replaceAll(
              "<path",
              `<path clip-path="url(#half${side})"`,
            ) +
            fill(innerEar(side), 0.8),
        ) +
        `<clipPath id="half1"><path d="${box(600, 0, 600, 1500)}"/></clipPath><clipPath id="half-1"><path d="${box(0, 0, 600, 1500)}"/></clipPath>`,
      screen: { kind: "lines", pitch: 9, angle: 90 },
    },
    {
      ink: "#d7b25e",
      opaque: true,
      art:
        both(
          (side) =>
            line(lapel(side), 4) +
            line(muzzle(side), 4) +
            line(innerEar(side), 4) +
            line(
              `M${X(side, 6)} 560C${X(side, 30)} 600 ${X(side, 34)} 640 ${X(side, 20)} 690M${X(side, 60)} 566C${X(side, 84)} 600 ${X(side, 90)} 630 ${X(side, 84)} 668M${X(side, 118)} 580C${X(side, 140)} 606 ${X(side, 150)} 630 ${X(side, 150)} 656`,
              4,
            ) +
            [0, 1, 2, 3, 4]
              .map((i) => fill(disc(X(side, 52 + (i % 3) * 22), 934 + Math.floor(i / 3) * 26, 4.5)))
              .join(""),
        ) +
        whiskers +
        fill(domino) +
        line("M600 926V972", 5) +
        line("M520 1002C560 1026 640 1026 680 1002", 4),
      rough: 0.2,
    },
    {
      ink: "#0d0b09",
      opaque: true,
      art:
        both(
          (side) =>
            fill(eye(side)) +
            line(
              `M${X(side, 300)} 664C${X(side, 240)} 726 ${X(side, 160)} 690 ${X(side, 60)} 716C${X(side, 30)} 730 ${X(side, 24)} 760 ${X(side, 50)} 784M${X(side, 296)} 720C${X(side, 270)} 790 ${X(side, 220)} 824 ${X(side, 150)} 826C${X(side, 190)} 800 ${X(side, 236)} 780 ${X(side, 244)} 740`,
              5,
            ) +
            [0, 1, 2].map((i) => fill(disc(X(side, 246 + i * 18), 724 - i * 16, 6))).join(""),
        ) + fill(leaf([600, 772], [600, 706], 13)),
    },
    {
      ink: "#2fb39a",
      opaque: true,
      art: both(
        (side) =>
          fill(leaf([X(side, 78), 786], [X(side, 196), 732], 25, 0.5)) +
          cut(leaf([X(side, 132), 722], [X(side, 140), 800], 9)),
      ),
    },
    { ink: "#f1e4bf", opaque: true, art: both((side) => fill(disc(X(side, 150), 748, 6))) },
    {
      ink: "#a3122f",
      opaque: true,
      art:
        both((side) => fill(bow(side))) +
        fill(nose) +
        fill(box(572, 1098, 56, 60)) +
        [1240, 1320, 1400].map((y) => fill(disc(600, y, 11))).join(""),
    },
    {
      ink: "#0d0b09",
      opaque: true,
      art:
        both((side) =>
          line(
            `M${X(side, 30)} 1128C${X(side, 70)} 1116 ${X(side, 110)} 1104 ${X(side, 156)} 1102M${X(side, 30)} 1136C${X(side, 70)} 1146 ${X(side, 110)} 1158 ${X(side, 152)} 1164`,
            4,
          ),
        ) + line(box(572, 1098, 56, 60), 5),
    },
  ],
};
