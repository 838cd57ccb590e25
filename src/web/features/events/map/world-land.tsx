import world from "./outlines-world.json";

/** Land outside the brand's home region, less detailed. */
export function WorldLand() {
  return <path d={world.land} className="fill-raised" />;
}
