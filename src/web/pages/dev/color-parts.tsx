import { Specimen } from "./specimen.tsx";

const grounds = [
  "bg-page",
  "bg-panel",
  "bg-raised",
  "bg-line",
  "bg-edge",
  "bg-gold",
  "bg-sea-wash",
  "bg-hibiscus-wash",
  "bg-mango-wash",
];
const letters = ["text-ink", "text-muted", "text-gilt", "text-sea", "text-hibiscus", "text-mango"];

export function ColorParts() {
  return (
    <>
      <Specimen name="Grounds">
        {grounds.map((ground) => (
          <div key={ground} className="grid gap-1 text-sm text-muted">
            <div className={`${ground} size-20 rounded-sm border border-line`} />
            {ground.slice(3)}
          </div>
        ))}
      </Specimen>
      <Specimen name="Letters">
        {["bg-page", "bg-panel", "bg-raised"].map((ground) => (
          <p key={ground} className={`${ground} flex flex-wrap gap-4 rounded-sm border border-line p-4`}>
            {letters.map((letter) => (
              <span key={letter} className={letter}>
                {letter.slice(5)}
              </span>
            ))}
          </p>
        ))}
      </Specimen>
    </>
  );
}
