-- Moderators suspend many people and hide all that they wrote in one act. The act is an action of kind `clear`, and each
-- person has an action of their own below it. What is pending is worked off in short transactions: done, or undone once
-- `undone_at` is set.
alter table moderation_actions
  drop constraint moderation_actions_kind_check,
  add constraint moderation_actions_kind_check check (
    kind in ('approve', 'hide', 'restore', 'warn', 'mute', 'unmute', 'suspend', 'remove_all', 'clear')),
  add column parent_id bigint references moderation_actions (id) on delete cascade,
  add column is_pending boolean not null default false,
  -- Chat messages that it hid.
  add column message_count integer not null default 0,
  add column undone_by bigint references users (id) on delete set null,
  add column undo_reason text,
  -- The ban from every chat that came with it.
  add column chat_ban_id bigint references chat_bans (id) on delete set null,
  add constraint moderation_actions_clear check (kind = 'clear' or (parent_id is null and not is_pending));
create index moderation_actions_parent on moderation_actions (parent_id) where parent_id is not null;
create index moderation_actions_pending on moderation_actions (id) where is_pending;
create index moderation_actions_undone_by on moderation_actions (undone_by) where undone_by is not null;
create index moderation_actions_chat_ban on moderation_actions (chat_ban_id) where chat_ban_id is not null;
-- False once undoing the action has gone past the item.
alter table moderation_items add column is_applied boolean not null default true;

-- The ban or timeout that a ban replaced, to be there again once that is undone.
alter table chat_bans add column replaced_id bigint references chat_bans (id) on delete set null;
create index chat_bans_replaced on chat_bans (replaced_id) where replaced_id is not null;
-- The ban that hid a message, so that undoing it shows the message again.
alter table chat_messages
  add column hidden_by bigint references chat_bans (id) on delete set null,
  add constraint chat_messages_hidden_by check (hidden_by is null or hidden_at is not null);
create index chat_messages_hidden_by on chat_messages (hidden_by) where hidden_by is not null;

-- A moderator can hide what a post or comment said before an edit.
alter table earlier_texts add column hidden_at timestamptz;
