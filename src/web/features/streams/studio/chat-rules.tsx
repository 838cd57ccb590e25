import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ChatAudience, ChatLogEntry, ChatRoom, LinkRule } from "#contract/chat/chat.ts";
import { Moment } from "#web/admin-kit/moment.tsx";
import { Panel } from "#web/admin-kit/panel.tsx";
import { adminQuery } from "#web/admin-kit/table/list-query.ts";
import { showFailure, useAdminWrite } from "#web/admin-kit/use-admin-write.ts";
import { withQuery } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { SelectField } from "#web/ui/field.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { chatQuery } from "#web/features/chat/use-chat.ts";
import { slowLabel, slowModes } from "#web/features/chat/moderator-bar.tsx";

const audiences: Record<ChatAudience, string> = {
  signed_in: "Everyone who is signed in",
  members: "Members",
  ticket_holders: "Ticket holders",
};
const linkRules: Record<LinkRule, string> = {
  off: "Nobody",
  trusted: "Regulars (10+ messages)",
  all: "Everyone",
};

/** The rules of a stream's chat, the words that no chat allows, and what moderators did. */
export function ChatRules({ roomId }: { roomId: number }) {
  const { data } = useQuery(chatQuery(roomId));
  return (
    <>
      {data && <Rules room={data.room} />}
      <BannedWords />
      <ModerationLog roomId={roomId} />
    </>
  );
}

type Change = Partial<Pick<ChatRoom, "audience" | "slowSeconds" | "links">> & { isPaused?: boolean };

function Rules({ room }: { room: ChatRoom }) {
  const write = useAdminWrite();
  const queryClient = useQueryClient();
  async function change(what: Change, reason: string) {
    try {
      await write("PATCH /api/chat/rooms/{id}", { params: { id: room.id }, body: { ...what, reason } });
      await queryClient.invalidateQueries({ queryKey: chatQuery(room.id).queryKey });
    } catch (error) {
      showFailure("The chat wasn't changed", error);
    }
  }
  const choose = <Name extends "audience" | "links">(
    name: Name,
    label: string,
    choices: Record<ChatRoom[Name], string>,
  ) => (
    <SelectField
      label={label}
      value={room[name]}
      onChange={(e) =>
        void change({ [name]: e.target.value }, `${label}: ${choices[e.target.value as ChatRoom[Name]]}`)
      }
      options={Object.entries<string>(choices)}
    />
  );
  return (
    <Panel title="Chat rules" compact>
      {choose("audience", "Who can write", audiences)}
      {choose("links", "Who can post links", linkRules)}
      <SelectField
        label="Slow mode"
        value={room.slowSeconds}
        onChange={(e) => void change({ slowSeconds: Number(e.target.value) }, slowLabel(Number(e.target.value)))}
        options={slowModes(room.slowSeconds).map((seconds) => [seconds, slowLabel(seconds)])}
      />
      <div>
        <Button
          variant="outline"
          size="sm"
          onClick={() => void change({ isPaused: room.isOpen }, room.isOpen ? "Chat closed" : "Chat opened")}
        >
          {room.isOpen ? "Close the chat" : "Open the chat"}
        </Button>
      </div>
    </Panel>
  );
}

/** Words are set once for all chats and the community. */
const BannedWords = () => (
  <Panel title="Banned words" text="Chat refuses messages with a banned word." compact>
    <div>
      <LinkButton variant="outline" size="sm" to={withQuery("/admin", { section: "community", view: "rules" })}>
        Edit banned words
      </LinkButton>
    </div>
  </Panel>
);

const actions: Record<ChatLogEntry["action"], string> = {
  hidden: "hid a message",
  restored: "restored a message",
  pinned: "pinned a message",
  unpinned: "unpinned a message",
  timed_out: "timed out",
  banned: "banned",
  unbanned: "unbanned",
  changed: "changed the rules",
};

const logMs = 15_000;

function ModerationLog({ roomId }: { roomId: number }) {
  const { data } = useQuery(adminQuery("GET /api/chat/rooms/{id}/log", { params: { id: roomId } }, logMs));
  if (!data || data.items.length === 0) return null;
  return (
    <Panel title="Moderation log" compact>
      <ol className="max-h-72 divide-y divide-line overflow-y-auto text-sm">
        {data.items.map(({ id, at, moderatorName, action, personName, reason }) => (
          <li key={id} className="py-2">
            <strong>{moderatorName}</strong> {actions[action]} {personName}
            <span className="block text-muted">
              <Moment at={at} relative />
              {reason && ` · ${reason}`}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
