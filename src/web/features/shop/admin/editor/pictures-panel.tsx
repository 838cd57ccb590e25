import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from "@dnd-kit/sortable";
import { ArrowLeft, ArrowRight, GripVertical, ImagePlus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Panel } from "#web/admin-kit/panel.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyDialog } from "#web/ui/lazy-part.tsx";
import { Poster } from "#web/ui/poster.tsx";
import { useProductEditor } from "./editor-context.ts";
import { movePicture, type ProductForm, removePicture } from "./product-form.ts";

const PicturePicker = lazyDialog(
  "The image library",
  async () => (await import("#web/features/media/picker/picture-picker.tsx")).PicturePicker,
);

const maxPictures = 20;

/** The product's pictures in order: the first one is its face. They are dragged, or moved with the arrows. */
export function PicturesPanel() {
  const { form, set } = useProductEditor();
  const { pictures } = form.values;
  const [isOpen, setOpen] = useState(false);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = pictures.map(({ id }) => id);
  const move = (from: number, to: number) => set(movePicture(form.getValues(), from, to));
  function drop({ active, over }: DragEndEvent) {
    if (over && active.id !== over.id) move(ids.indexOf(Number(active.id)), ids.indexOf(Number(over.id)));
  }
  return (
    <Panel title="Pictures" text="The first one is shown in lists, the second one when it is pointed at.">
      {pictures.length > 0 && (
        <DndContext id="product-pictures" sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
          <SortableContext items={ids} strategy={rectSortingStrategy}>
            <ol
              aria-label="Pictures"
              tabIndex={-1}
              className="outline-none grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-5"
            >
              {pictures.map((picture, index) => (
                <PictureTile
                  key={picture.id}
                  picture={picture}
                  place={index}
                  isLast={index === pictures.length - 1}
                  onMove={(to) => move(index, to)}
                  onRemove={() => set(removePicture(form.getValues(), index))}
                />
              ))}
            </ol>
          </SortableContext>
        </DndContext>
      )}
      {form.error("pictures") && (
        <p role="alert" className="text-sm font-medium text-hibiscus">
          {form.error("pictures")}
        </p>
      )}
      <div>
        <Button variant="outline" size="sm" disabled={pictures.length >= maxPictures} onClick={() => setOpen(true)}>
          <ImagePlus className="size-4.5" /> Add images
        </Button>
      </div>
      {isOpen && (
        <PicturePicker
          multiple
          title="Add to the product"
          onClose={() => setOpen(false)}
          onPick={(picked) => {
            const fresh = picked.filter(({ id }) => !ids.includes(id)).map(({ id, poster }) => ({ id, poster }));
            set({ pictures: [...pictures, ...fresh].slice(0, maxPictures) });
          }}
        />
      )}
    </Panel>
  );
}

type PictureTileProps = {
  picture: ProductForm["pictures"][number];
  place: number;
  isLast: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
};

function PictureTile({ picture: { id, poster }, place, isLast, onMove, onRemove }: PictureTileProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition } = useSortable({ id });
  const { role: _, ...handle } = attributes;
  // Only a moving picture has a style: the server-rendered page has none.
  const style = transform ? { transform: `translate3d(${transform.x}px, ${transform.y}px, 0)`, transition } : undefined;
  const name = `picture ${place + 1}`;
  const tool = "size-8! text-muted";
  return (
    <li ref={setNodeRef} style={style} className="grid gap-1 rounded-sm border border-line bg-raised/50 p-2">
      {poster ? (
        <Poster poster={poster} sizes="12rem" className="aspect-4/5 w-full rounded-sm" />
      ) : (
        <span className="grid aspect-4/5 place-items-center rounded-sm bg-ink/6 text-sm text-muted">Processing…</span>
      )}
      <span className="flex flex-wrap items-center justify-between">
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...handle}
          {...listeners}
          aria-label={`Drag ${name}`}
          className={buttonStyle("quiet", "icon", `${tool} cursor-grab touch-none`)}
        >
          <GripVertical className="size-4.5" />
        </button>
        <button
          type="button"
          aria-label={`Move ${name} forward`}
          disabled={place === 0}
          onClick={() => onMove(place - 1)}
          className={buttonStyle("quiet", "icon", tool)}
        >
          <ArrowLeft className="size-4.5" />
        </button>
        <button
          type="button"
          aria-label={`Move ${name} back`}
          disabled={isLast}
          onClick={() => onMove(place + 1)}
          className={buttonStyle("quiet", "icon", tool)}
        >
          <ArrowRight className="size-4.5" />
        </button>
        <button
          type="button"
          aria-label={`Remove ${name}`}
          onClick={(e) => {
            // The button goes away with its picture.
            e.currentTarget.closest("ol")?.focus();
            onRemove();
          }}
          className={buttonStyle("quiet", "icon", tool)}
        >
          <Trash2 className="size-4.5" />
        </button>
      </span>
    </li>
  );
}
