import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "#web/lib/router.ts";
import type { PrivacySettings } from "#contract/community/people.ts";
import type { PersonCard } from "#contract/community/community.ts";
import type { DigestChoice } from "#contract/community/notifications.ts";
import { PanelSection } from "#web/features/accounts/panel/panel-section.tsx";
import { Loaded } from "#web/admin-kit/read-failure.tsx";
import { apiQuery, callApi } from "#web/lib/api.ts";
import { applyReply } from "#web/lib/query-client.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field, Select } from "#web/ui/field.tsx";
import { toast } from "#web/ui/toast.ts";
import { showFailure } from "../say-failed.ts";
import { meQuery, refreshCommunity } from "../queries.ts";
import { ShowMore } from "../show-more.tsx";
import { PersonFace } from "../person/person-face.tsx";

const settingsQuery = apiQuery("GET /api/notifications/settings");

/** What a member shows in the community, whom they keep away, and what is emailed to them. */
export function CommunitySettings() {
  const me = useQuery({ ...meQuery(), refetchOnMount: "always" });
  const { hash } = useLocation();
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hash === "#community") top.current?.scrollIntoView();
  }, [hash]);
  return (
    <div ref={top} className="scroll-mt-24 border-t border-line pt-8 md:pt-10">
      <PanelSection title="Community" text="What other members see of you, and how they reach you.">
        <Loaded query={me} label="Your community settings" className="h-64">
          {({ privacy }) => <Privacy privacy={privacy} />}
        </Loaded>
        <Digest />
      </PanelSection>
      <PanelSection
        title="People"
        text="Muting keeps someone out of your feed. Blocking keeps you out of each other's."
      >
        <People />
      </PanelSection>
    </div>
  );
}

const switches: { name: "showJoined" | "showBadges" | "isFindable" | "mayFollow"; label: string }[] = [
  { name: "showBadges", label: "Show the events I was at" },
  { name: "showJoined", label: "Show when I joined" },
  { name: "isFindable", label: "Let people find me by name to mention me" },
  { name: "mayFollow", label: "Let people follow me" },
];

function Privacy({ privacy }: { privacy: PrivacySettings }) {
  const queryClient = useQueryClient();
  async function change(what: Partial<PrivacySettings>) {
    try {
      const next = await callApi("PUT /api/community/me/privacy", { body: { ...privacy, ...what } });
      await applyReply(queryClient, meQuery().queryKey, next);
      toast({ title: "Saved", tone: "good" });
    } catch (error) {
      showFailure("That wasn't saved", error);
    }
  }
  return (
    <div className="grid gap-1">
      {switches.map(({ name, label }) => (
        <Checkbox
          key={name}
          label={label}
          checked={privacy[name]}
          onChange={(e) => void change({ [name]: e.target.checked })}
        />
      ))}
      <Field label="Who can mention me" className="mt-2 max-w-sm">
        <Select
          value={privacy.mentions}
          onChange={(e) => void change({ mentions: e.target.value as PrivacySettings["mentions"] })}
        >
          <option value="everyone">Everyone</option>
          <option value="following">People I follow</option>
          <option value="nobody">Nobody</option>
        </Select>
      </Field>
    </div>
  );
}

/** How often news of the community is emailed. */
function Digest() {
  const queryClient = useQueryClient();
  const query = useQuery({ ...settingsQuery, refetchOnMount: "always" });
  async function choose(digest: DigestChoice) {
    try {
      const next = await callApi("PUT /api/notifications/settings", { body: { digest } });
      await applyReply(queryClient, settingsQuery.queryKey, next);
      toast({ title: "Saved", tone: "good" });
    } catch (error) {
      showFailure("That wasn't saved", error);
    }
  }
  return (
    <Loaded query={query} label="Your email settings" className="h-20">
      {({ digest, hasEmail }) => (
        <Field
          label="Email me what I missed"
          hint={hasEmail ? "Mentions, replies and news about your events, in one email." : "Confirm your email first."}
          className="max-w-sm"
        >
          <Select value={digest} disabled={!hasEmail} onChange={(e) => void choose(e.target.value as DigestChoice)}>
            <option value="off">Never</option>
            <option value="daily">Once a day</option>
            <option value="weekly">Once a week</option>
          </Select>
        </Field>
      )}
    </Loaded>
  );
}

type Kind = "following" | "followers" | "muted" | "blocked";

type Params = { id: number };
type Undo = { label: string; send: (params: Params) => Promise<unknown> };

const kinds: Record<Kind, { label: string; empty: string; undo?: Undo }> = {
  following: {
    label: "Following",
    empty: "You don't follow anyone yet.",
    undo: {
      label: "Unfollow",
      send: (params) => callApi("PUT /api/community/people/{id}/follow", { params, body: { isFollowing: false } }),
    },
  },
  followers: { label: "Followers", empty: "Nobody follows you yet." },
  muted: {
    label: "Muted",
    empty: "You haven't muted anyone.",
    undo: {
      label: "Unmute",
      send: (params) => callApi("PUT /api/community/people/{id}/mute", { params, body: { isMuted: false } }),
    },
  },
  blocked: {
    label: "Blocked",
    empty: "You haven't blocked anyone.",
    undo: {
      label: "Unblock",
      send: (params) => callApi("PUT /api/community/people/{id}/block", { params, body: { isBlocked: false } }),
    },
  },
};

function People() {
  const [kind, setKind] = useState<Kind>("following");
  const people = apiQuery("GET /api/community/me/people", { query: { kind } });
  const query = useQuery({ ...people, refetchOnMount: "always" });
  return (
    <div className="grid gap-4">
      <div role="group" aria-label="Which people" className="flex flex-wrap gap-1">
        {(Object.keys(kinds) as Kind[]).map((each) => (
          <Button
            key={each}
            variant={each === kind ? "ink" : "quiet"}
            size="sm"
            aria-pressed={each === kind}
            onClick={() => setKind(each)}
          >
            {kinds[each].label}
          </Button>
        ))}
      </div>
      <Loaded query={query} label="This list" className="h-32">
        {(list) => (
          <>
            {list.items.length === 0 && <p className="text-sm text-muted">{kinds[kind].empty}</p>}
            <ul className="divide-y divide-line">
              {list.items.map((person) => (
                <PersonRow key={person.id} person={person} kind={kind} />
              ))}
            </ul>
            <ShowMore
              queryKey={people.queryKey}
              list={list}
              read={(cursor) => callApi("GET /api/community/me/people", { query: { kind, cursor } })}
              what="people"
            />
          </>
        )}
      </Loaded>
    </div>
  );
}

function PersonRow({ person, kind }: { person: PersonCard; kind: Kind }) {
  const queryClient = useQueryClient();
  const { undo } = kinds[kind];
  async function undoRelation() {
    if (!undo) return;
    try {
      await undo.send({ id: person.id });
      await refreshCommunity(queryClient);
    } catch (error) {
      showFailure("That wasn't saved", error);
    }
  }
  return (
    <li className="flex items-center gap-3 py-2">
      <PersonFace person={person} />
      <span className="min-w-0 grow truncate">
        <span className="font-semibold">{person.name}</span>{" "}
        <span className="text-sm text-muted">@{person.handle}</span>
      </span>
      {undo && (
        <Button
          variant="outline"
          size="sm"
          aria-label={`${undo.label} ${person.name}`}
          onClick={() => void undoRelation()}
        >
          {undo.label}
        </Button>
      )}
    </li>
  );
}
