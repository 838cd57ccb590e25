-- When everybody could find a night first: what feeds give as the time at which it was told.
alter table events add column published_at timestamptz;

-- Of nights from before the log knows it, or the hour that was planned; of those it does not know they were begun at.
update events e set published_at = least(clock_now(), coalesce(
  (select min(a.at) from audit_log a
   where a.target_kind = 'night' and a.target_id = e.id::text and a.action = 'night.published'),
  (select min((a.after ->> 'publishAt')::timestamptz) from audit_log a
   where a.target_kind = 'night' and a.target_id = e.id::text and a.action = 'night.scheduled'
     and (a.after ->> 'publishAt')::timestamptz <= clock_now()),
  e.created_at))
where e.visibility = 'published';

create function note_first_publishing() returns trigger language plpgsql as $$
begin
  new.published_at := clock_now();
  return new;
end $$;
create trigger events_first_inserted before insert on events
  for each row when (new.visibility = 'published' and new.published_at is null)
  execute function note_first_publishing();
create trigger events_first_published before update of visibility on events
  for each row when (new.visibility = 'published' and new.published_at is null)
  execute function note_first_publishing();

alter table events add constraint events_published_at check (visibility <> 'published' or published_at is not null);
