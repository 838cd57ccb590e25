import { Camera } from "lucide-react";
import type { Profile } from "#contract/accounts/profile.ts";
import { type ChangeEvent, useRef, useState, type PointerEvent, useEffect } from "react";
import { callApi } from "#web/lib/api.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import { useChange } from "../../security/fresh-proof.tsx";
import { avatarLetter } from "#web/lib/session-user.ts";
import { PanelButtons, PanelSection } from "../panel-section.tsx";
import { useProfile } from "../queries.ts";
import { Dialog } from "#web/ui/dialog.tsx";

/** Width and height of an image. */
type Size = { width: number; height: number };

/** The square of an image to keep: the zoom (1 fits the most), and the position from 0 (left, top) to 1 (right, bottom). */
type Crop = { zoom: number; x: number; y: number };

export const wholeSquare: Crop = { zoom: 1, x: 0.5, y: 0.5 };
const maxZoom = 4;

type Props = {
  picture: ImageBitmap;
  saving: boolean;
  onSave: (square: Blob) => void;
  onClose: () => void;
};

const frameSide = 640;

const sliders = [
  { label: "Zoom", name: "zoom", min: 1, max: maxZoom },
  { label: "Horizontal", name: "x", min: 0, max: 1 },
  { label: "Vertical", name: "y", min: 0, max: 1 },
] as const;

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop, side: number) {
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d");
  if (!context) return;
  const square = squareOf(picture, crop);
  context.imageSmoothingQuality = "high";
  // Transparent areas would turn black in a JPEG.
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, side, side);
  context.drawImage(picture, square.left, square.top, square.side, square.side, 0, 0, side, side);
}

/** Lets the user crop an image to a square by dragging, or with sliders that work by keyboard and screen reader. */
function CropDialog({ picture, saving, onSave, onClose }: Props) {
  const [crop, setCrop] = useState(wholeSquare);
  // Kept in state: the dialog mounts its content after this component's effects have run.
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const from = useRef<{ x: number; y: number }>(undefined);

  useEffect(() => {
    if (canvas) draw(canvas, picture, crop, frameSide);
  }, [canvas, picture, crop]);

  function drag(e: PointerEvent<HTMLCanvasElement>) {
    if (!from.current) return;
    const side = e.currentTarget.clientWidth;
    const by = { x: (e.clientX - from.current.x) / side, y: (e.clientY - from.current.y) / side };
    from.current = { x: e.clientX, y: e.clientY };
    setCrop((now) => dragged(picture, now, by));
  }

  function save() {
    const square = document.createElement("canvas");
    draw(square, picture, crop, 1024);
    square.toBlob((blob) => blob && onSave(blob), "image/jpeg", 0.92);
  }

  return (
    <Dialog onClose={onClose} title="Crop your picture" description="Drag to reposition it, or use the sliders.">
      <div className="grid gap-5">
        <canvas
          ref={setCanvas}
          role="img"
          aria-label="Preview of your profile picture"
          className="mx-auto aspect-square w-full max-w-72 cursor-grab touch-none rounded-full border-2 border-gold active:cursor-grabbing"
          onPointerDown={(e) => {
            e.currentTarget.setPointerCapture(e.pointerId);
            from.current = { x: e.clientX, y: e.clientY };
          }}
          onPointerMove={drag}
          onPointerUp={() => (from.current = undefined)}
          onPointerCancel={() => (from.current = undefined)}
        />
        {sliders.map(({ label, name, min, max }) => (
          <label key={name} className="grid grid-cols-[min(8rem,40%)_1fr] items-center gap-4 text-sm font-semibold">
            {label}
            <input
              type="range"
              className="h-6 w-full"
              value={crop[name]}
              min={min}
              max={max}
              step={(max - min) / 50}
              onChange={(e) => setCrop({ ...crop, [name]: e.target.valueAsNumber })}
            />
          </label>
        ))}
        <PanelButtons type="button" action="Use this picture" loading={saving} onClick={save} onCancel={onClose} />
      </div>
    </Dialog>
  );
}

const types = ["image/png", "image/jpeg", "image/webp", "image/avif"];
const maxBytes = 10 * 1024 * 1024;
const notSaved = (description: string) => toast({ title: "Picture not saved", description, tone: "bad" });

export function AvatarSection() {
  const { profile, applyProfile } = useProfile();
  const [picture, setPicture] = useState<ImageBitmap>();
  const { busy, change } = useChange("Picture not saved");
  const chooser = useRef<HTMLInputElement>(null);

  async function choose(e: ChangeEvent<HTMLInputElement>) {
    const [file] = e.target.files ?? [];
    e.target.value = "";
    if (!file) return;
    if (!types.includes(file.type)) return notSaved("Choose a PNG, JPEG, WebP or AVIF image.");
    if (file.size > maxBytes) return notSaved("This image is too large. The limit is 10 MB.");
    try {
      setPicture(await createImageBitmap(file));
    } catch {
      notSaved("We couldn't open this image. Try another one.");
    }
  }

  const send = (name: "save" | "remove", title: string, call: () => Promise<Profile>) =>
    void change(async () => {
      await applyProfile(await call());
      toast({ title, tone: "good" });
      setPicture(undefined);
    }, name);

  return (
    <PanelSection title="Profile picture" text="PNG, JPEG, WebP or AVIF, up to 10 MB. We remove location data.">
      <div className="flex flex-wrap items-center gap-5">
        <Avatar src={profile.avatarLarge} letter={avatarLetter(profile)} className="size-24! text-5xl!" />
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" onClick={() => chooser.current?.click()}>
            <Camera className="size-5" /> {profile.avatar ? "Change picture" : "Add picture"}
          </Button>
          {profile.avatar && (
            <Button
              variant="quiet"
              loading={busy === "remove"}
              onClick={() => send("remove", "Picture removed", () => callApi("DELETE /api/me/avatar"))}
            >
              Remove
            </Button>
          )}
        </div>
        <input
          ref={chooser}
          type="file"
          accept={types.join(",")}
          aria-label="Choose a picture"
          tabIndex={-1}
          className="sr-only"
          onChange={(e) => void choose(e)}
        />
      </div>
      {picture && (
        <CropDialog
          picture={picture}
          saving={busy === "save"}
          onSave={(file) => send("save", "Picture saved", () => callApi("POST /api/me/avatar", { file }))}
          onClose={() => setPicture(undefined)}
        />
      )}
    </PanelSection>
  );
}

const within = (value: number, least: number, max: number) => Math.min(max, Math.max(least, value));

/** The square in the image's own pixels. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Crop): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / zoom;
  return { left: x * (width - side), top: y * (height - side), side };
}

/** The crop after a drag, measured as fractions of the frame's side. */
export function dragged(size: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const { side } = squareOf(size, crop);
  const move = (at: number, share: number, length: number) =>
    length - side < 1 ? 0.5 : within(at - (share * side) / (length - side), 0, 1);
  return { ...crop, x: move(crop.x, by.x, size.width), y: move(crop.y, by.y, size.height) };
}
