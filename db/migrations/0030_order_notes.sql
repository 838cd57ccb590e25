-- What staff write down about an order, for each other. A note is only ever struck out, never changed.
create table order_notes (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders (id),
  text text not null check (length(text) between 1 and 1000),
  author_id bigint not null,
  author_name text not null,
  created_at timestamptz not null default clock_now(),
  struck_at timestamptz,
  striker_name text,
  check ((struck_at is null) = (striker_name is null))
);
create index order_notes_order on order_notes (order_id, id);

create function refuse_note_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.struck_at is not null or new.struck_at is null
    or (new.id, new.order_id, new.text, new.author_id, new.author_name, new.created_at)
      is distinct from (old.id, old.order_id, old.text, old.author_id, old.author_name, old.created_at) then
    raise exception 'a note is only ever struck out' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger order_notes_kept before update or delete on order_notes
  for each row execute function refuse_note_change();
