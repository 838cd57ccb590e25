import type { Point } from "./path.ts";

/** Where a dancer's joints are; the ground is y = 0 and a grown dancer stands 200 high. */
export interface Pose {
  head: Point;
  neck: Point;
  hip: Point;
  arms: readonly [readonly [Point, Point], readonly [Point, Point]];
  legs: readonly [readonly [Point, Point], readonly [Point, Point]];
}

/** Poses seen on a Caribbean dance floor. */
export const POSES = {
  wave: {
    head: [6, -180],
    neck: [2, -160],
    hip: [-4, -100],
    arms: [
      [
        [34, -172],
        [46, -216],
      ],
      [
        [-30, -140],
        [-44, -112],
      ],
    ],
    legs: [
      [
        [20, -58],
        [14, 0],
      ],
      [
        [-20, -56],
        [-30, 0],
      ],
    ],
  },
  jump: {
    head: [2, -196],
    neck: [0, -174],
    hip: [2, -114],
    arms: [
      [
        [32, -196],
        [44, -244],
      ],
      [
        [-32, -194],
        [-50, -240],
      ],
    ],
    legs: [
      [
        [34, -84],
        [12, -44],
      ],
      [
        [-18, -66],
        [-50, -40],
      ],
    ],
  },
  wine: {
    head: [-8, -176],
    neck: [-6, -156],
    hip: [14, -100],
    arms: [
      [
        [26, -138],
        [20, -104],
      ],
      [
        [-34, -164],
        [-22, -204],
      ],
    ],
    legs: [
      [
        [36, -60],
        [16, 0],
      ],
      [
        [-8, -52],
        [-28, 0],
      ],
    ],
  },
  dip: {
    head: [-38, -152],
    neck: [-26, -138],
    hip: [6, -92],
    arms: [
      [
        [10, -150],
        [32, -178],
      ],
      [
        [-50, -116],
        [-70, -138],
      ],
    ],
    legs: [
      [
        [42, -68],
        [30, 0],
      ],
      [
        [-16, -56],
        [-34, -2],
      ],
    ],
  },
  skank: {
    head: [14, -176],
    neck: [8, -157],
    hip: [-6, -100],
    arms: [
      [
        [38, -140],
        [60, -164],
      ],
      [
        [-26, -144],
        [-4, -124],
      ],
    ],
    legs: [
      [
        [30, -76],
        [22, -30],
      ],
      [
        [-20, -52],
        [-20, 0],
      ],
    ],
  },
  stand: {
    head: [0, -182],
    neck: [0, -162],
    hip: [0, -100],
    arms: [
      [
        [28, -130],
        [14, -98],
      ],
      [
        [-28, -130],
        [-14, -98],
      ],
    ],
    legs: [
      [
        [14, -52],
        [14, 0],
      ],
      [
        [-14, -52],
        [-16, 0],
      ],
    ],
  },
  flag: {
    head: [4, -182],
    neck: [0, -162],
    hip: [-2, -100],
    arms: [
      [
        [30, -180],
        [24, -232],
      ],
      [
        [-34, -142],
        [-20, -106],
      ],
    ],
    legs: [
      [
        [24, -56],
        [30, 0],
      ],
      [
        [-18, -54],
        [-28, 0],
      ],
    ],
  },
} as const satisfies Record<string, Pose>;
