import world from "./outlines-world.json";

/** Land beyond the region where the brand is at home, coarser. */
export function WorldLand() {
  return <path d={world.land} className="fill-raised" />;
}
