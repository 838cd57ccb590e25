import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { feature, mesh } from "topojson-client";
import { project, region, type Point } from "../src/web/features/events/map/projection.ts";

type Topology = Parameters<typeof feature>[0];
type Degrees = [longitude: number, latitude: number];

const require = createRequire(import.meta.url);
const readTopology = async (name: string) => JSON.parse(await readFile(require.resolve(name), "utf8")) as Topology;
const northWest = project({ latitude: region.north, longitude: region.west });
const southEast = project({ latitude: region.south, longitude: region.east });

/**
 * Draws the outlines of the event maps from the packaged data of world-atlas and us-atlas (public domain: Natural Earth,
 * U.S. Census Bureau). The detailed ones cover only the brand's home region, Houston to Trinidad and up to Toronto and
 * Boston.
 */
export async function drawMap(): Promise<void> {
  const lands = ringsOf(await readTopology("world-atlas/land-10m.json"));
  const world = ringsOf(await readTopology("world-atlas/land-110m.json"));
  const states = await readTopology("us-atlas/states-10m.json");
  const borders = mesh(states, states.objects.states as never, (a, b) => a !== b).coordinates as Degrees[][];

  await write("home", {
    land: lands.map((ring) => shape(clip(toPlane(ring)), 5, 4)).join(""),
    borders: borders.flatMap((line) => inside(toPlane(line)).map((part) => shape(part, 7, 20, true))).join(""),
  });
  // Antarctica reaches a pole, which this projection draws at infinity.
  const inhabited = world.filter((ring) => ring.every(([, latitude]) => latitude > -80));
  await write("world", { land: inhabited.map((ring) => shape(toPlane(ring), 40, 90)).join("") });
}

async function write(name: string, outlines: object): Promise<void> {
  const target = new URL(`../src/web/features/events/map/outlines-${name}.json`, import.meta.url);
  await writeFile(target, `${JSON.stringify(outlines, null, 2)}\n`);
  console.log(`drew outlines-${name}.json`);
}

/** Every ring of every land polygon. */
function ringsOf(topology: Topology): Degrees[][] {
  const land = feature(topology, topology.objects.land!) as unknown;
  const { features = [land] } = land as { features?: unknown[] };
  return (features as { geometry: { type: string; coordinates: Degrees[][] | Degrees[][][] } }[]).flatMap(
    ({ geometry }) =>
      geometry.type === "Polygon"
        ? (geometry.coordinates as Degrees[][])
        : (geometry.coordinates as Degrees[][][]).flat(),
  );
}

function toPlane(line: Degrees[]): Point[] {
  return line.map(([longitude, latitude]) => project({ longitude, latitude }));
}

/** The part of a ring inside the region (Sutherland and Hodgman): each edge of the region cuts it in turn. */
function clip(ring: Point[]): Point[] {
  const edges: [within: (point: Point) => boolean, cut: (a: Point, b: Point) => Point][] = [
    [({ x }) => x >= northWest.x, (a, b) => atX(a, b, northWest.x)],
    [({ x }) => x <= southEast.x, (a, b) => atX(a, b, southEast.x)],
    [({ y }) => y >= northWest.y, (a, b) => atY(a, b, northWest.y)],
    [({ y }) => y <= southEast.y, (a, b) => atY(a, b, southEast.y)],
  ];
  return edges.reduce(
    (points, [within, cut]) =>
      points.flatMap((point, index) => {
        const before = points.at(index - 1)!;
        if (within(point)) return within(before) ? [point] : [cut(before, point), point];
        return within(before) ? [cut(before, point)] : [];
      }),
    ring,
  );
}

function atX(a: Point, b: Point, x: number): Point {
  return { x, y: a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x) };
}

function atY(a: Point, b: Point, y: number): Point {
  return { y, x: a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y) };
}

/** The parts of a line inside the region. */
function inside(line: Point[]): Point[][] {
  const parts: Point[][] = [[]];
  for (const point of line) {
    const { x, y } = point;
    if (x > northWest.x && x < southEast.x && y > northWest.y && y < southEast.y) parts.at(-1)!.push(point);
    else if (parts.at(-1)!.length > 0) parts.push([]);
  }
  return parts;
}

/** A line as an SVG path in whole units: simplified, with relative steps; empty if it's too small to see. */
function shape(line: Point[], tolerance: number, leastSize: number, isOpen = false): string {
  const points = simplify(line, tolerance).map(({ x, y }): Point => ({ x: Math.round(x), y: Math.round(y) }));
  const [start, ...rest] = points;
  if (start === undefined || rest.length < (isOpen ? 1 : 2) || sizeOf(points) < leastSize) return "";
  let here = start;
  let path = `M${start.x} ${start.y}l`;
  for (const next of rest) {
    const [dx, dy] = [next.x - here.x, next.y - here.y];
    path += `${path.endsWith("l") || dx < 0 ? "" : " "}${dx}${dy < 0 ? "" : " "}${dy}`;
    here = next;
  }
  return isOpen ? path : `${path}z`;
}

function sizeOf(line: Point[]): number {
  const xs = line.map(({ x }) => x);
  const ys = line.map(({ y }) => y);
  return Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}

/** Douglas and Peucker: drops points closer than the tolerance to the line without them. */
function simplify(line: Point[], tolerance: number): Point[] {
  if (line.length < 3) return line;
  const [first, last] = [line[0]!, line.at(-1)!];
  let [farthest, distance] = [0, 0];
  for (let index = 1; index < line.length - 1; index++) {
    const away = distanceTo(line[index]!, first, last);
    if (away > distance) [farthest, distance] = [index, away];
  }
  if (distance <= tolerance) return [first, last];
  return [
    ...simplify(line.slice(0, farthest + 1), tolerance).slice(0, -1),
    ...simplify(line.slice(farthest), tolerance),
  ];
}

function distanceTo({ x, y }: Point, a: Point, b: Point): number {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length === 0) return Math.hypot(x - a.x, y - a.y);
  return Math.abs((b.x - a.x) * (a.y - y) - (a.x - x) * (b.y - a.y)) / length;
}
