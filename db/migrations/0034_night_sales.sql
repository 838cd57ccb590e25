-- What each night sold, as of half a minute ago: only for lists in that order, which would have to add up all nights.
create table night_sales (
  event_id bigint primary key references events (id) on delete cascade,
  sold integer not null default 0
);
insert into night_sales
select e.id, coalesce((select sum(s.sold) from ticket_types t join stock s on s.id = t.stock_id where t.event_id = e.id), 0)
from events e;
create index night_sales_most on night_sales (sold, event_id);

create function count_sales_of_nights() returns trigger language plpgsql as $$
begin
  insert into night_sales (event_id) select id from added;
  return null;
end $$;
create trigger events_sales after insert on events
  referencing new table as added for each statement execute function count_sales_of_nights();
