import { type PointerEvent, useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { type Crop, dragged, mostZoom, squareOf, wholeSquare } from "./crop.ts";

type Props = {
  picture: ImageBitmap;
  saving: boolean;
  onSave: (square: Blob) => void;
  onClose: () => void;
};

const frameSide = 640;

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop, side: number) {
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d");
  if (!context) return;
  const square = squareOf(picture, crop);
  context.imageSmoothingQuality = "high";
  // See-through parts would turn black on their way to JPEG.
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, side, side);
  context.drawImage(picture, square.left, square.top, square.side, square.side, 0, 0, side, side);
}

/** Chooses the square of a picture: drag it, or use the sliders, which every keyboard and screen reader can. */
export function CropDialog({ picture, saving, onSave, onClose }: Props) {
  const [crop, setCrop] = useState(wholeSquare);
  // Known by state: the dialog mounts its content after this component has run its effects.
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const from = useRef<{ x: number; y: number }>(undefined);

  useEffect(() => {
    if (canvas) draw(canvas, picture, crop, frameSide);
  }, [canvas, picture, crop]);

  function drag(event: PointerEvent<HTMLCanvasElement>) {
    if (!from.current) return;
    const side = event.currentTarget.clientWidth;
    const by = { x: (event.clientX - from.current.x) / side, y: (event.clientY - from.current.y) / side };
    from.current = { x: event.clientX, y: event.clientY };
    setCrop((now) => dragged(picture, now, by));
  }

  function save() {
    const square = document.createElement("canvas");
    draw(square, picture, crop, 1024);
    square.toBlob((blob) => blob && onSave(blob), "image/jpeg", 0.92);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Your picture"
      description="Drag it into place, or use the sliders."
    >
      <div className="grid gap-5">
        <canvas
          ref={setCanvas}
          role="img"
          aria-label="The part of your picture that is kept"
          className="mx-auto aspect-square w-full max-w-72 cursor-grab touch-none rounded-full border-2 border-gold active:cursor-grabbing"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            from.current = { x: event.clientX, y: event.clientY };
          }}
          onPointerMove={drag}
          onPointerUp={() => (from.current = undefined)}
          onPointerCancel={() => (from.current = undefined)}
        />
        <Slider label="Zoom" value={crop.zoom} min={1} max={mostZoom} onChange={(zoom) => setCrop({ ...crop, zoom })} />
        <Slider label="Left to right" value={crop.x} min={0} max={1} onChange={(x) => setCrop({ ...crop, x })} />
        <Slider label="Top to bottom" value={crop.y} min={0} max={1} onChange={(y) => setCrop({ ...crop, y })} />
        <div className="flex flex-wrap gap-3">
          <Button loading={saving} onClick={save}>
            Use this picture
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

type SliderProps = { label: string; value: number; min: number; max: number; onChange: (value: number) => void };

function Slider({ label, value, min, max, onChange }: SliderProps) {
  return (
    <label className="grid grid-cols-[8rem_1fr] items-center gap-4 text-sm font-semibold">
      {label}
      <input
        type="range"
        className="h-6 w-full"
        value={value}
        min={min}
        max={max}
        step={(max - min) / 50}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </label>
  );
}
