import { clsx } from "clsx";
import { useMemo } from "react";
import { encode } from "uqr";

/** White modules around the code, which readers require. */
const quietZone = 4;

type QrCodeProps = { code: string; /** "QR code for ticket 1 of 2" */ label: string; className?: string };

/**
 * A QR code that a scanner can read: dark on white in every theme. Drawn as one path, so it stays sharp and is part of the
 * server's HTML.
 */
export function QrCode({ code, label, className }: QrCodeProps) {
  const { path, size } = useMemo(() => drawCode(code), [code]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={clsx("block aspect-square w-full bg-[#ffffff] forced-color-adjust-none", className)}
    >
      <path d={path} fill="#0c0a08" />
    </svg>
  );
}

function drawCode(code: string): { path: string; size: number } {
  const { data, size } = encode(code, { ecc: "M", border: quietZone });
  const rows = data.map((row, y) => {
    let part = "";
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      part += `M${start} ${y}h${x - start + 1}v1h-${x - start + 1}z`;
    }
    return part;
  });
  return { path: rows.join(""), size };
}
