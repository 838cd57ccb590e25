import { BRAND } from "../palette.ts";
import { draw, photograph, type Pixels } from "./canvas.ts";
import type { Format } from "./formats.ts";
import { EYE, EYE_LINES, EYES, MASK_LINES, onFrame, PLUME_LINES, stretch } from "./mark-art.ts";
import { PRINTS, matchUnit } from "./prints.ts";
import { ACT, easeIn, easeInOut, easeOut, mix, span } from "./timing.ts";

const stroke = (path: string, width: number, ink: string, opacity = 1) =>
  path &&
  `<path d="${path}" fill="none" stroke="${ink}" stroke-width="${width.toFixed(3)}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity.toFixed(3)}"/>`;

/** A line on its way: gold, and its newest stretch bright. */
function drawn(lines: readonly (readonly [number, number])[][], share: number, width: number) {
  if (share <= 0) return "";
  const heat = (1 - share) * 0.14 + 0.01;
  return lines
    .map(
      (points) =>
        stroke(stretch(points, 0, share), width, BRAND.gold) +
        (share < 1 ? stroke(stretch(points, Math.max(0, share - heat), share), width * 1.5, BRAND.bone) : ""),
    )
    .join("");
}

/** One gold line draws the mask, it opens its eyes on a lit room, echoes of it ring outwards, and we go in by an eye. */
export async function opening(frame: number, format: Format): Promise<Pixels> {
  const { width, height, eyeLine } = format;
  const dive = span(frame, 15, ACT.prints);
  const wide = easeIn(span(frame, 12, 17));
  const open = easeInOut(span(frame, 11, 17));
  const zoom = Math.exp(Math.log(70) * dive ** 1.9) * mix(0.94, 1, easeOut(span(frame, 0, 15)));
  const unit = matchUnit(format) * zoom;
  const aim = easeInOut(Math.min(1, dive * 1.5));
  const anchor = [mix(32, EYE[0] - 1, aim), mix(EYE[1], EYE[1] - 0.2, aim)] as const;
  const at = [width / 2, mix(eyeLine, height / 2, aim)] as const;

  const room = await PRINTS[0]!.status(-1);
  const picture = photograph(room, format, PRINTS[0]!.view(format, 0));

  const pen = Math.min(0.46 + wide * 0.2, 26 / unit);
  const door = `<mask id="door" maskUnits="userSpaceOnUse" x="-900" y="-900" width="1800" height="1800"><rect x="-900" y="-900" width="1800" height="1800" fill="#fff"/>${onEyes(`<path d="${EYES}" fill="#000"/>`, open)}</mask><rect x="-900" y="-900" width="1800" height="1800" fill="#000" mask="url(#door)"/>`;
  const echoes = Array.from({ length: 4 }, (_, i) => {
    const shown = span(frame, 12 + i * 1.5, 14 + i * 1.5);
    const grown = 1 + (i + 1) * 0.3 * easeOut(shown);
    const art = MASK_LINES.map((points) => stroke(stretch(points, 0, 1), pen / grown, BRAND.gold)).join("");
    return shown
      ? `<g transform="translate(32 25) scale(${grown.toFixed(3)}) translate(-32 -25)" opacity="${(shown * (0.7 - i * 0.12)).toFixed(3)}">${art}</g>`
      : "";
  }).join("");
  const art =
    door +
    echoes +
    drawn(MASK_LINES, easeInOut(span(frame, -1, 14)), pen) +
    drawn(PLUME_LINES, easeInOut(span(frame, 6, 14)), pen) +
    onEyes(drawn(EYE_LINES, frame < 11 ? 0 : 1, pen), open);
  await draw(picture, format, onFrame(art, anchor, at, unit));
  return picture;
}

/** Art of both eyes with the lids `open` (0..1): squeezed onto the slant they lie on. */
function onEyes(art: string, open: number): string {
  if (open <= 0) return "";
  const lid = (side: number) =>
    `<g clip-path="url(#side${side})"><g transform="translate(${32 + side * 13.7} ${EYE[1]}) rotate(${-side * 24}) scale(1 ${open.toFixed(3)}) rotate(${side * 24}) translate(${-32 - side * 13.7} ${-EYE[1]})">${art}</g></g>`;
  return `<clipPath id="side1"><rect x="32" y="-900" width="900" height="1800"/></clipPath><clipPath id="side-1"><rect x="-868" y="-900" width="900" height="1800"/></clipPath>${lid(1)}${lid(-1)}`;
}
