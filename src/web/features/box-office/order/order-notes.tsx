import { type SubmitEvent, useRef, useState } from "react";
import type { OfficeOrderDetail, OrderNote } from "#contract/office-order.ts";
import { failureText } from "#web/features/desk/failure-text.ts";
import { Moment } from "#web/features/desk/moment.tsx";
import { useDeskWrite } from "#web/features/desk/use-desk-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { OrderPanel } from "./order-panel.tsx";

/** What staff tell each other about an order. Nobody else reads it, and it stays. */
export function OrderNotes({ order }: { order: Pick<OfficeOrderDetail, "id" | "notes"> }) {
  const open = order.notes.filter(({ struck }) => struck === null).length;
  return (
    <OrderPanel title="Notes" note={open > 0 && open}>
      <NoteForm orderId={order.id} />
      {order.notes.length > 0 && (
        <ul aria-label="Notes of this order" className="border-t border-line">
          {order.notes.map((note) => (
            <NoteRow key={note.id} note={note} />
          ))}
        </ul>
      )}
    </OrderPanel>
  );
}

function NoteForm({ orderId }: { orderId: string }) {
  const write = useDeskWrite();
  const attempt = useRef<string>(undefined);
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function add(event: SubmitEvent) {
    event.preventDefault();
    if (text.trim() === "") return setFault("Write something first");
    setFault(undefined);
    setBusy(true);
    attempt.current ??= crypto.randomUUID();
    try {
      await write<OrderNote>(`/api/admin/orders/${orderId}/notes`, { text: text.trim() }, attempt.current);
      attempt.current = undefined;
      setText("");
    } catch (error) {
      setFault(failureText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate className="grid gap-3 p-4" onSubmit={(event) => void add(event)}>
      <Field label="New note" hint="For the staff alone. It stays, with your name." error={fault}>
        <Textarea
          rows={2}
          maxLength={1000}
          value={text}
          onChange={(event) => {
            // Other words are another note.
            attempt.current = undefined;
            setText(event.target.value.replace(/\s*\n\s*/g, " "));
          }}
        />
      </Field>
      <Button type="submit" variant="outline" size="sm" loading={isBusy} className="justify-self-start">
        Add note
      </Button>
    </form>
  );
}

function NoteRow({ note }: { note: OrderNote }) {
  const write = useDeskWrite();
  const [isBusy, setBusy] = useState(false);
  async function strike() {
    setBusy(true);
    try {
      await write<OrderNote>(`/api/admin/order-notes/${note.id}/strike`, {});
    } catch (error) {
      toast({ title: "The note was not struck out", description: failureText(error), tone: "bad" });
    } finally {
      setBusy(false);
    }
  }
  return (
    <li className="grid gap-1 border-b border-line px-4 py-3 last:border-b-0">
      {note.struck ? (
        <del className="text-sm text-muted wrap-anywhere">{note.text}</del>
      ) : (
        <p className="text-sm wrap-anywhere">{note.text}</p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
        <span>
          {note.by}, <Moment at={note.at} relative />
          {note.struck && ` · struck out by ${note.struck.by}`}
        </span>
        {!note.struck && (
          <Button
            variant="quiet"
            size="sm"
            loading={isBusy}
            aria-label={`Strike out: ${note.text.slice(0, 60)}`}
            onClick={() => void strike()}
          >
            Strike out
          </Button>
        )}
      </div>
    </li>
  );
}
