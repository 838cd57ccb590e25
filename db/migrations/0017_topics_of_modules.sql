-- People can wait for what any module announces: its own name for the topic, and the id of what it is about.
alter table interests drop constraint interests_topic_check;
alter table interests add constraint interests_topic_check check (
  case
    when event_id is null then topic in ('shop', 'live', 'community')
      or (topic ~ '^[a-z]+(-[a-z]+)*:[1-9][0-9]{0,15}$' and topic not like 'event:%')
    else topic = 'event:' || event_id
  end
);
