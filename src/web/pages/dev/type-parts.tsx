import { Specimen } from "./specimen.tsx";

const sizes = ["text-display-xl", "text-display-lg", "text-display-md", "text-display-sm"];

export function TypeParts() {
  return (
    <Specimen name="Type">
      <div className="grid min-w-0 gap-5">
        {sizes.map((size) => (
          <p key={size} className={`display ${size}`}>
            J'ouvert, 28 Nov
          </p>
        ))}
        <p className="eyebrow text-gilt">Eyebrow: next night · Brooklyn</p>
        <p className="max-w-prose">
          Text in Hanken Grotesk. Doors at ten, road at midnight; the price you see has every fee in it, and your ticket
          is on your phone before the receipt is in your mail.
        </p>
        <p className="max-w-prose text-sm text-muted">Small and muted, for what helps but does not lead.</p>
      </div>
    </Specimen>
  );
}
