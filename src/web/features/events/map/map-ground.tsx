import { Suspense } from "react";
import home from "./outlines-home.json";
import { leavesHome, type View } from "./projection.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";

const WorldLand = lazyPart(null, async () => (await import("./world-land.tsx")).WorldLand);

type MapGroundProps = {
  view: View;
  /** Width of the map in its own units; the height follows from the view's aspect ratio. */
  width: number;
};

/** Land, coast and state borders, clipped to the view. The background is the sea. */
export function MapGround({ view, width }: MapGroundProps) {
  const scale = width / view.width;
  const isAbroad = leavesHome(view);
  return (
    <g transform={`scale(${round(scale)}) translate(${round(-view.x)} ${round(-view.y)})`}>
      {isAbroad && (
        <Suspense>
          <WorldLand />
        </Suspense>
      )}
      <path
        d={home.land}
        // Outside the home region, the detailed land meets the coarse land without a visible seam.
        className={isAbroad ? "fill-raised" : "fill-raised stroke-gilt"}
        strokeWidth="1.25"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={home.borders}
        className="fill-transparent stroke-edge"
        strokeWidth="0.6"
        strokeDasharray="2 3"
        vectorEffect="non-scaling-stroke"
      />
    </g>
  );
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;
