import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { useRef, useState } from "react";
import type { AdminTicketType } from "#contract/ticket-types.ts";
import { failureText } from "#web/features/admin/failure-text.ts";
import { useTurns } from "#web/lib/use-turns.ts";
import { toast } from "#web/ui/toast.ts";
import { useTicketSetup } from "./queries.ts";
import { TypeRow } from "./type-row.tsx";

/** The ticket types in the order of the event page. Staff reorder them by dragging, by keyboard or with the arrows. */
export function TypeList({ onEdit }: { onEdit: (type: AdminTicketType) => void }) {
  const { types: saved, path, write } = useTicketSetup();
  const [moved, setMoved] = useState<number[]>();
  const latest = useRef<number[]>(undefined);
  // The last requested order wins.
  const inTurn = useTurns();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = moved ?? saved.map((type) => type.id);
  const types = ids.flatMap((id) => saved.find((type) => type.id === id) ?? []);

  async function move(from: number, to: number) {
    const next = arrayMove(ids, from, to);
    setMoved(next);
    latest.current = next;
    try {
      await inTurn(() => write("PUT", `${path}/order`, { ids: next }));
    } catch (error) {
      toast({ title: "The new sort order wasn't saved", description: failureText(error), tone: "bad" });
    } finally {
      if (latest.current === next) setMoved(undefined);
    }
  }

  function drop({ active, over }: DragEndEvent) {
    if (over && active.id !== over.id) void move(ids.indexOf(Number(active.id)), ids.indexOf(Number(over.id)));
  }

  return (
    <DndContext
      id="ticket-types"
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements: announcementsFor(types) }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol className="grid gap-3">
          {types.map((type, index) => (
            <TypeRow
              key={type.id}
              type={type}
              onEdit={() => onEdit(type)}
              onUp={index > 0 ? () => void move(index, index - 1) : undefined}
              onDown={index < types.length - 1 ? () => void move(index, index + 1) : undefined}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

/** What a screen reader says while a type moves: names and positions instead of row ids. */
function announcementsFor(types: AdminTicketType[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => types.find((type) => type.id === Number(id))?.name ?? "";
  const placeOf = (id: UniqueIdentifier) => types.findIndex((type) => type.id === Number(id)) + 1;
  return {
    onDragStart: ({ active }) => `${nameOf(active.id)} picked up. Use the arrow keys to move it, Space to drop it.`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)} is in position ${placeOf(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} dropped in position ${placeOf(over.id)}.` : undefined,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back in its original position.`,
  };
}
