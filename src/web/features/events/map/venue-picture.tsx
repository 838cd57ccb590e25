import { MapGround } from "./map-ground.tsx";
import { fitView, type Coordinates, project } from "./projection.ts";

const width = 640;
const height = 400;
/** Any closer, and the outlines look angular, and a city inland has no coast to recognize it by. */
const leastDegrees = 24;

/** One venue on the map of its area. */
export function VenuePicture({ coordinates, name, city }: { coordinates: Coordinates; name: string; city: string }) {
  const view = fitView([coordinates], { ratio: width / height, leastDegrees });
  const point = project(coordinates);
  const x = ((point.x - view.x) / view.width) * width;
  const y = ((point.y - view.y) / view.height) * height;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Map: ${name} in ${city}`}
      className="block size-full"
    >
      <MapGround view={view} width={width} />
      <g transform={`translate(${x} ${y})`}>
        <path d="M0 0C-9-13-17-20-17-32a17 17 0 0 1 34 0C17-20 9-13 0 0Z" className="fill-gold stroke-page stroke-2" />
        <circle cy="-32" r="6" className="fill-on-gold" />
        <text
          x="26"
          y="-26"
          paintOrder="stroke"
          strokeLinejoin="round"
          className="fill-ink stroke-page stroke-4 font-display text-[28px] font-extrabold tracking-[0.02em] uppercase"
        >
          {city}
        </text>
      </g>
    </svg>
  );
}
