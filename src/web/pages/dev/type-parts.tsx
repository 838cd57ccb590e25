import { Specimen } from "./specimen.tsx";

const sizes = ["text-display-xl", "text-display-lg", "text-display-md", "text-display-sm"];

export function TypeParts() {
  return (
    <Specimen name="Type">
      <div className="grid min-w-0 gap-5">
        {sizes.map((size) => (
          <p key={size} className={`display ${size}`}>
            J'ouvert, Nov 28
          </p>
        ))}
        <p className="eyebrow text-gilt">Eyebrow: next event · Brooklyn</p>
        <p className="max-w-prose">
          Text in Hanken Grotesk. Doors at ten, road at midnight. The price you see includes all fees, and your ticket
          is on your phone before the receipt is in your email.
        </p>
        <p className="max-w-prose text-sm text-muted">Small and muted, for secondary text.</p>
      </div>
    </Specimen>
  );
}
