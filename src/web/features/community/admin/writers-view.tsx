import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Writer } from "#contract/community/safety.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { BulkBar } from "#web/admin-kit/table/table-parts.tsx";
import { useListAddress } from "#web/admin-kit/table/use-list-address.ts";
import { newUuid } from "#web/lib/new-uuid.ts";
import { formatShortDate } from "#web/lib/dates.ts";
import { useBrandZone } from "#web/lib/site.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { EmptyState } from "#web/ui/full-message.tsx";
import { Select, Options } from "#web/ui/field.tsx";
import { countOf } from "../labels.ts";
import { clearedText, clearPeople } from "../moderation/clearing.ts";
import { ReasonedDialog } from "../moderation/reasoned-dialog.tsx";
import { showSuccess } from "../moderation/undo.ts";
import { PersonFace } from "../person/person-face.tsx";
import { refreshCommunity } from "../queries.ts";

const spans = { "1": "In the last hour", "24": "In the last 24 hours", "168": "In the last 7 days" } as const;
const accounts = { all: "All accounts", new: "Accounts from the last 7 days" } as const;

/** Who wrote lately, person by person: what a moderator under a raid selects, suspends and hides at once. */
export function WritersView() {
  const address = useListAddress();
  const hours = address.choice("hours", ["1", "24", "168"] as const) ?? "24";
  const age = address.choice("accounts", ["all", "new"] as const) ?? "all";
  const query = useQuery(adminQuery("GET /api/community/writers", { query: { hours, accounts: age } }, 15_000));
  return (
    <div className="grid max-w-4xl gap-4">
      <div className="flex flex-wrap gap-3">
        <Select
          aria-label="Written"
          className="w-auto!"
          value={hours}
          onChange={(e) => address.change({ hours: e.target.value })}
        >
          <Options of={Object.entries(spans)} />
        </Select>
        <Select
          aria-label="Accounts"
          className="w-auto!"
          value={age}
          onChange={(e) => address.change({ accounts: e.target.value })}
        >
          <Options of={Object.entries(accounts)} />
        </Select>
      </div>
      <Loaded query={query} label="The people" className="h-96">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="It's quiet" text="Nobody wrote in the community or in chat in this time." />
          ) : (
            <Writers key={`${hours} ${age}`} writers={items} />
          )
        }
      </Loaded>
    </div>
  );
}

function Writers({ writers }: { writers: Writer[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isOpen, setOpen] = useState(false);
  // Whoever left the list is no longer selected.
  const selected = writers.filter(({ person }) => chosen.has(person.id));
  const isAll = selected.length === writers.length;
  const choose = (ids: number[], isOn: boolean) =>
    setChosen((before) => new Set(isOn ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  return (
    <section aria-label="People" className="overflow-clip rounded-md border border-line bg-panel">
      <div className="border-b border-line px-4 py-1.5">
        <Checkbox
          label={`Select all ${countOf(writers.length, "person", "people")}`}
          checked={isAll}
          onChange={(e) =>
            choose(
              writers.map(({ person }) => person.id),
              e.target.checked,
            )
          }
        />
      </div>
      <ul className="divide-y divide-line">
        {writers.map((writer) => (
          <WriterRow
            key={writer.person.id}
            writer={writer}
            isChosen={chosen.has(writer.person.id)}
            onChoose={(isOn) => choose([writer.person.id], isOn)}
          />
        ))}
      </ul>
      <BulkBar count={selected.length} onClear={() => setChosen(new Set())}>
        <Button variant="danger" size="sm" onClick={() => setOpen(true)}>
          Suspend and hide
        </Button>
      </BulkBar>
      {isOpen && <ClearDialog writers={selected} onClose={() => setOpen(false)} onDone={() => setChosen(new Set())} />}
    </section>
  );
}

type WriterRowProps = { writer: Writer; isChosen: boolean; onChoose: (isOn: boolean) => void };

function WriterRow({ writer, isChosen, onChoose }: WriterRowProps) {
  const { person, isGuest, joinedAt, posts, comments, messages, reports, lastAt, excerpt } = writer;
  const timeZone = useBrandZone();
  const wrote = [
    posts > 0 && countOf(posts, "post"),
    comments > 0 && countOf(comments, "comment"),
    messages > 0 && countOf(messages, "chat message"),
  ].filter(Boolean);
  return (
    <li className="px-4 py-2 has-checked:bg-gold/8">
      <Checkbox
        className="items-start! py-1"
        checked={isChosen}
        onChange={(e) => onChoose(e.target.checked)}
        aria-label={person.name}
        label={
          <span className="flex min-w-0 gap-3">
            <PersonFace person={person} className="max-sm:hidden" />
            <span className="grid min-w-0 gap-0.5">
              <span className="flex flex-wrap items-center gap-x-2">
                <strong className="font-semibold">{person.name}</strong>
                {!isGuest && <span className="text-sm text-muted">@{person.handle}</span>}
                {reports > 0 && <Badge tone="gone">{countOf(reports, "report")}</Badge>}
              </span>
              <span className="text-sm">
                {wrote.join(", ")}
                <span className="text-muted">
                  {" "}
                  · last <Moment at={lastAt} relative /> · joined {formatShortDate(joinedAt, timeZone)}
                </span>
              </span>
              <span className="line-clamp-2 text-sm text-muted wrap-anywhere">{excerpt}</span>
            </span>
          </span>
        }
      />
    </li>
  );
}

/** Asks once, with the reason that all of them read. */
function ClearDialog({ writers, onClose, onDone }: { writers: Writer[]; onClose: () => void; onDone: () => void }) {
  const queryClient = useQueryClient();
  const [key] = useState(newUuid);
  const people = countOf(writers.length, "person", "people");
  return (
    <ReasonedDialog
      title={`Suspend ${people}`}
      action="Suspend and hide"
      onClose={onClose}
      submit={async (reason) => {
        const action = await clearPeople({ personIds: writers.map(({ person }) => person.id), reason, key });
        onDone();
        showSuccess(queryClient, clearedText(action), action);
        await refreshCommunity(queryClient);
      }}
    >
      <p>
        They won't be able to post, react or chat, and everything they wrote in the community and in chat will be
        hidden. You can undo this for 24 hours.
      </p>
    </ReasonedDialog>
  );
}
