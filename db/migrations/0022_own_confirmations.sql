-- An opt-in that was ticked at checkout counts once the owner of its address confirmed it: when, and how. So the proof stays
-- when the sign-up or the account that it came from is deleted.
alter table consents
  add column confirmed_at timestamptz,
  add column confirmed_by text check (confirmed_by in ('account', 'link', 'order', 'import')),
  add constraint consents_confirmed check ((confirmed_at is null) = (confirmed_by is null));
update consents set confirmed_at = given_at,
  confirmed_by = case place when 'account' then 'account' when 'import' then 'import' else 'link' end
where place <> 'checkout';
-- What made the others count until now. After someone unsubscribed, only what they did themselves brings them back.
with proofs as (
  select distinct on (c.id) c.id, p.at, p.by
  from consents c cross join lateral (
    select c.given_at as at, 'account' as by, u.id = c.user_id as is_own from users u where u.email = c.email
    union all
    select o.paid_at, 'order', false from orders o
    where o.buyer_email = c.email and o.total_cents > 0 and o.paid_at is not null
    union all
    select i.confirmed_at, 'link', false from interests i where i.email = c.email and i.confirmed_at is not null) p
  where c.place = 'checkout' and (p.is_own or not exists (
    select from consents w where w.email = c.email and w.channel = c.channel and w.id < c.id and w.withdrawn_at is not null))
  order by c.id, p.at)
update consents c set confirmed_at = p.at, confirmed_by = p.by from proofs p where p.id = c.id;

-- The restriction that an action made: undoing the action undoes this one, whatever came after it.
alter table moderation_actions add column restriction_id bigint references restrictions (id) on delete set null;
create index moderation_actions_restriction on moderation_actions (restriction_id) where restriction_id is not null;
update moderation_actions a set restriction_id = r.id from restrictions r
where a.kind in ('mute', 'suspend') and r.user_id = a.person_id and r.scope = 'community' and r.starts_at = a.at;
update moderation_actions a set restriction_id = r.id from restrictions b
join restrictions r on r.user_id = b.user_id and r.starts_at = b.starts_at and r.scope = 'community'
where a.kind = 'clear' and b.id = a.chat_ban_id;

-- As in 0019, but a ban that was undone, or is there again, changes what others replaced: nodes of the version before follow.
create or replace function copy_restriction() returns trigger language plpgsql as $$
begin
  if coalesce(new.scope, old.scope) = 'chat' then
    if tg_op = 'INSERT' then
      insert into chat_bans (id, room_id, user_id, until, made_at, lifted_at, replaced_id)
      values (new.id, new.room_id, new.user_id, new.ends_at, new.starts_at, new.lifted_at, new.replaced_id);
    elsif tg_op = 'UPDATE' then
      update chat_bans set user_id = new.user_id, until = new.ends_at, lifted_at = new.lifted_at,
        replaced_id = new.replaced_id where id = new.id;
    else
      delete from chat_bans where id = old.id;
    end if;
  elsif coalesce(new.scope, old.scope) = 'community' then
    update community_members m set muted_until = null, muted_reason = null
    where m.user_id in (old.user_id, new.user_id) and m.muted_until is not null and not exists (
      select from restrictions r where r.user_id = m.user_id and r.scope = 'community' and r.lifted_at is null);
    insert into community_members as m (user_id, muted_until, muted_reason)
    select r.user_id, coalesce(r.ends_at, 'infinity'), r.reason from restrictions r
    where r.user_id = new.user_id and r.scope = 'community' and r.lifted_at is null
    on conflict (user_id) do update set muted_until = excluded.muted_until, muted_reason = excluded.muted_reason;
  end if;
  return null;
end $$;

-- What kept a person out when they deleted their account. It holds again for the account that proves the same email address, or
-- the same identity of a sign-in provider. Of these only a keyed hash is here.
create table former_restrictions (
  id bigint generated always as identity primary key,
  -- One row for each proof.
  proof text not null,
  former_user_id bigint not null references users (id) on delete cascade,
  scope text not null check (scope in ('account', 'chat', 'community')),
  room_id bigint references chat_rooms (id) check (room_id is null or scope = 'chat'),
  starts_at timestamptz not null,
  -- Null for good.
  ends_at timestamptz,
  made_by bigint references users (id) on delete set null,
  -- The one of another account that took its place: once that was lifted, this one doesn't hold anymore.
  restored_id bigint references restrictions (id) on delete set null,
  created_at timestamptz not null default clock_now()
);
create index former_restrictions_restored on former_restrictions (restored_id) where restored_id is not null;
create index former_restrictions_proof on former_restrictions (proof);
create index former_restrictions_user on former_restrictions (former_user_id);
create index former_restrictions_room on former_restrictions (room_id) where room_id is not null;
create index former_restrictions_made_by on former_restrictions (made_by) where made_by is not null;
