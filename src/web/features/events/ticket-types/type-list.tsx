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
  useSortable,
} from "@dnd-kit/sortable";
import { useRef, useState } from "react";
import type { AdminTicketType, TicketSetup } from "#contract/events/ticket-types.ts";
import { useTurns } from "#web/features/events/editor/form/use-event-form.ts";
import { showFailure } from "#web/admin-kit/use-admin-write.ts";
import { useTicketSetup } from "./queries.ts";
import { clsx } from "clsx";
import { ArrowDown, ArrowUp, GripVertical, KeyRound, Layers, Radio, Users } from "lucide-react";
import { SoldMeter } from "#web/admin-kit/meter.tsx";
import { formatDay, formatTime } from "#web/lib/dates.ts";
import { StatusBadge } from "#web/ui/badge.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Button } from "#web/ui/button.tsx";
import { priceLabel, stockText, statusOf } from "./labels.ts";

/** The ticket types in the order of the event page. Staff reorder them by dragging, by keyboard or with the arrows. */
export function TypeList({ onEdit }: { onEdit: (type: AdminTicketType) => void }) {
  const { event, types: saved, write } = useTicketSetup();
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
      const order = { params: { id: event.id }, body: { ids: next } };
      await inTurn(() => write("PUT /api/admin/events/{id}/ticket-types/order", order));
    } catch (error) {
      showFailure("The new sort order wasn't saved", error);
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

type TypeRowProps = {
  type: AdminTicketType;
  onEdit: () => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
};

/** A ticket type at a glance, in a list that can be sorted: its name, price, sales and limits. */
function TypeRow({ type, onEdit, onUp, onDown }: TypeRowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: type.id,
  });
  const { role: _, ...handle } = attributes;
  // Only a moving row has a style: the server-rendered page has none.
  const style = transform ? { transform: `translate3d(0, ${transform.y}px, 0)`, transition } : undefined;
  const setup = useTicketSetup();
  const { stock } = type;
  return (
    <li ref={setNodeRef} style={style} className={clsx("@container", isDragging && "relative z-10")}>
      <article
        aria-label={type.name}
        className={clsx(
          "relative grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-4 overflow-hidden rounded-md border bg-panel py-4 pr-4 pl-3 @[46rem]:grid-cols-[auto_minmax(0,1fr)_15rem_auto] @[46rem]:gap-x-6",
          isDragging ? "border-gold shadow-lift" : "border-line",
        )}
      >
        <DoorBand color={type.doorColor} />
        <button
          type="button"
          ref={setActivatorNodeRef}
          {...handle}
          {...listeners}
          aria-label={`Move ${type.name}`}
          className={buttonStyle("quiet", "icon", "cursor-grab touch-none text-muted active:cursor-grabbing")}
        >
          <GripVertical className="size-5" />
        </button>
        <div className="grid min-w-0 gap-1.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className={clsx("display text-display-sm wrap-anywhere", type.isHidden && "text-muted")}>
              {type.name}
            </h3>
            <StatusBadge {...statusOf(type)} />
          </div>
          <p className="text-sm">
            <span className="font-semibold">{priceLabel(type, setup.event.currency)}</span>
            <span className="text-muted"> · {saleWindowText(type, setup)}</span>
          </p>
          <TypeTraits type={type} />
        </div>
        <div className="@max-[46rem]:col-span-2 @max-[46rem]:pl-3">
          <SoldMeter {...stock} />
          <p className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-sm tabular-nums">
            <span>{stockText(stock)}</span>
            <span className="text-muted">
              {type.available} {type.status === "ended" ? "unsold" : "left"}
            </span>
          </p>
        </div>
        <div className="flex flex-wrap items-center justify-end gap-1 @max-[46rem]:col-span-2">
          <MoveButton label={`Move up: ${type.name}`} onClick={onUp} Icon={ArrowUp} />
          <MoveButton label={`Move down: ${type.name}`} onClick={onDown} Icon={ArrowDown} />
          <Button
            variant="outline"
            size="sm"
            className="ml-2 min-h-11!"
            onClick={onEdit}
            aria-label={`Edit ${type.name}`}
          >
            Edit
          </Button>
        </div>
      </article>
    </li>
  );
}

/** The wristband's color along the edge. It uses an attribute, because pages cannot have inline styles. */
function DoorBand({ color }: { color: string | null }) {
  if (color === null) return null;
  return (
    <svg aria-hidden="true" className="absolute inset-y-0 left-0 h-full w-1.5" preserveAspectRatio="none">
      <rect width="100%" height="100%" fill={color} />
    </svg>
  );
}

function MoveButton({
  label,
  onClick,
  Icon,
}: {
  label: string;
  onClick: (() => void) | undefined;
  Icon: typeof ArrowUp;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={onClick === undefined}
      onClick={onClick}
      className={buttonStyle("quiet", "icon", "text-muted")}
    >
      <Icon className="size-5" />
    </button>
  );
}

/** The sale window, in a few words. */
function saleWindowText(type: AdminTicketType, { event, types }: TicketSetup): string {
  const clock = (instant: string) => `${formatDay(instant, event.timeZone)}, ${formatTime(instant, event.timeZone)}`;
  const before = types.find((other) => other.id === type.opensAfterId);
  if (type.status === "ended") return type.salesEndAt ? `closed ${clock(type.salesEndAt)}` : "closed";
  if (before && type.openedAt === null && type.status === "scheduled") return `opens when ${before.name} sells out`;
  if (type.status === "scheduled" && type.salesStartAt) return `opens ${clock(type.salesStartAt)}`;
  if (type.salesEndAt) return `until ${clock(type.salesEndAt)}`;
  return before ? `opened when ${before.name} sold out` : "until the event ends";
}

function TypeTraits({ type }: { type: AdminTicketType }) {
  const setup = useTicketSetup();
  const pools = setup.pools.filter((pool) => type.poolIds.includes(pool.id)).map((pool) => pool.name);
  const traits = [
    type.isStreamPass && { Icon: Radio, text: "Live stream pass" },
    type.ticketsPerUnit > 1 && { Icon: Users, text: `Admits ${type.ticketsPerUnit}` },
    pools.length > 0 && { Icon: Layers, text: pools.join(", ") },
    type.accessCode !== null && { Icon: KeyRound, text: type.accessCode },
    type.maxPerPerson !== null && { Icon: Users, text: `${type.maxPerPerson} per person` },
  ].filter((trait) => trait !== false);
  if (traits.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {traits.map(({ Icon, text }) => (
        <li key={text} className="flex items-center gap-1.5">
          <Icon className="size-4 text-gilt" strokeWidth={1.75} /> {text}
        </li>
      ))}
    </ul>
  );
}
