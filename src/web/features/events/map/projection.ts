/** A location in degrees. */
export type Coordinates = { latitude: number; longitude: number };
/** A point or view on the outlines' plane (Mercator, `unitsPerDegree` units per degree, y increases south from the equator). */
export type Point = { x: number; y: number };
export type View = Point & { width: number; height: number };

/** The scale of the outlines, as artwork/map.ts draws them. */
const unitsPerDegree = 64;

/** Where the detailed outlines end, in degrees; areas outside use the world outlines. */
export const region = { west: -106, east: -44, south: 1, north: 54 };

/** This projection can't show the poles. */
const farthestLatitude = 84;

export function project({ latitude, longitude }: Coordinates): Point {
  const bounded = Math.max(-farthestLatitude, Math.min(farthestLatitude, latitude));
  const radians = (bounded * Math.PI) / 180;
  return {
    x: longitude * unitsPerDegree,
    y: -Math.log(Math.tan(Math.PI / 4 + radians / 2)) * ((unitsPerDegree * 180) / Math.PI),
  };
}

/** The view of a given aspect ratio that contains all places with a margin, and never shows less than `leastDegrees`. */
export function fitView(
  coordinates: Coordinates[],
  { ratio, leastDegrees }: { ratio: number; leastDegrees: number },
): View {
  const points = coordinates.map(project);
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const air = 1.3;
  const height = Math.max(leastDegrees * unitsPerDegree, (bottom - top) * air, ((right - left) * air) / ratio);
  const width = height * ratio;
  return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height };
}

/** True if a view extends beyond the region with detailed outlines. */
export function leavesHome({ x, y, width, height }: View): boolean {
  const northWest = project({ latitude: region.north, longitude: region.west });
  const southEast = project({ latitude: region.south, longitude: region.east });
  return x < northWest.x || x + width > southEast.x || y < northWest.y || y + height > southEast.y;
}
