/** Degrees on the globe. */
export type Place = { latitude: number; longitude: number };
/** A point or a window on the outlines' plane (Mercator, `unitsPerDegree` units to the degree, y southwards from the equator). */
export type Point = { x: number; y: number };
export type View = Point & { width: number; height: number };

/** The scale of the outlines, as scripts/make-map.ts draws them. */
export const unitsPerDegree = 64;

/** Where the finer outlines end, in degrees; what lies outside needs those of the world. */
export const region = { west: -106, east: -44, south: 1, north: 54 };

/** Poles and beyond have no place in this projection. */
const farthestLatitude = 84;

export function project({ latitude, longitude }: Place): Point {
  const bounded = Math.max(-farthestLatitude, Math.min(farthestLatitude, latitude));
  const radians = (bounded * Math.PI) / 180;
  return {
    x: longitude * unitsPerDegree,
    y: -Math.log(Math.tan(Math.PI / 4 + radians / 2)) * ((unitsPerDegree * 180) / Math.PI),
  };
}

/** The window of a given shape that holds all places with air around them, and never shows less than `leastDegrees`. */
export function fitView(places: Place[], { ratio, leastDegrees }: { ratio: number; leastDegrees: number }): View {
  const points = places.map(project);
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const air = 1.3;
  const height = Math.max(leastDegrees * unitsPerDegree, (bottom - top) * air, ((right - left) * air) / ratio);
  const width = height * ratio;
  return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height };
}

/** True where a window shows more than the region that is drawn finely. */
export function leavesHome({ x, y, width, height }: View): boolean {
  const northWest = project({ latitude: region.north, longitude: region.west });
  const southEast = project({ latitude: region.south, longitude: region.east });
  return x < northWest.x || x + width > southEast.x || y < northWest.y || y + height > southEast.y;
}
