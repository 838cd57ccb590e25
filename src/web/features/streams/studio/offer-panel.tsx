import { useQuery } from "@tanstack/react-query";
import { ShoppingBag, Ticket } from "lucide-react";
import { useState } from "react";
import type { AdminStream } from "#contract/streams/admin.ts";
import { Panel } from "#web/admin-kit/panel.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { showSuccess, useAdminWrite, useAttempt } from "#web/admin-kit/use-admin-write.ts";
import { useSettled } from "#web/lib/use-settled.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/field.tsx";

type Choice = { kind: "product" | "event"; id: number; title: string };

const settleMs = 250;
const maxShown = 6;

/** What viewers can buy beside the stream: one product or event at a time. */
export function OfferPanel({ stream }: { stream: AdminStream }) {
  const write = useAdminWrite();
  const { busy, attempt } = useAttempt<string>("The offer wasn't changed");
  const [words, setWords] = useState("");
  const q = useSettled(words.trim(), settleMs);
  const choices = useChoices(q);
  const set = (choice: Choice | null) =>
    attempt(keyOf(choice), async () => {
      const offer = choice && { kind: choice.kind, id: choice.id };
      await write("PUT /api/admin/streams/{id}/offer", { params: { id: stream.id }, body: { offer } });
      showSuccess(choice ? `Viewers see ${choice.title}` : "Offer removed");
    });
  return (
    <Panel
      title="Sell beside the stream"
      text="Viewers see it right away and can buy without leaving the player."
      compact
    >
      {stream.offer && (
        <p className="flex flex-wrap items-center gap-3 rounded-sm bg-gold/12 py-1.5 pr-1.5 pl-3">
          <span className="flex-1 basis-[min(10rem,100%)] text-sm">
            Shown now: <strong>{stream.offer.title}</strong>
          </span>
          <Button variant="outline" size="sm" loading={busy === keyOf(null)} onClick={() => void set(null)}>
            Take down
          </Button>
        </p>
      )}
      <Input
        type="search"
        aria-label="Search products and events"
        placeholder="Search products and events"
        value={words}
        onChange={(e) => setWords(e.target.value)}
      />
      <ul className="divide-y divide-line">
        {choices
          .filter(({ kind, id }) => kind !== stream.offer?.kind || id !== stream.offer.id)
          .map((choice) => (
            <li key={keyOf(choice)} className="flex flex-wrap items-center gap-3 py-1.5 text-sm">
              {choice.kind === "product" ? (
                <ShoppingBag className="size-4 text-gilt" />
              ) : (
                <Ticket className="size-4 text-gilt" />
              )}
              <span className="flex-1 basis-[min(8rem,100%)]">{choice.title}</span>
              <Button
                variant="outline"
                size="sm"
                loading={busy === keyOf(choice)}
                aria-label={`Show ${choice.title}`}
                onClick={() => void set(choice)}
              >
                Show
              </Button>
            </li>
          ))}
      </ul>
    </Panel>
  );
}

const keyOf = (choice: Choice | null) => (choice ? `${choice.kind} ${choice.id}` : "none");

function useChoices(q: string): Choice[] {
  const products = useQuery(adminQuery("GET /api/admin/products", { query: { q, show: "active" } }));
  const events = useQuery(adminQuery("GET /api/admin/events", { query: { q, sort: "next", when: "upcoming" } }));
  const shown = events.data?.items.filter(({ visibility }) => visibility !== "draft") ?? [];
  return [
    ...shown.slice(0, maxShown / 2).map(({ id, title }): Choice => ({ kind: "event", id, title })),
    ...(products.data?.items ?? []).slice(0, maxShown).map(({ id, title }): Choice => ({ kind: "product", id, title })),
  ];
}
