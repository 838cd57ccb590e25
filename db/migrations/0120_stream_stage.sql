-- The chat beside a stream, and what its host shows viewers to buy.
alter table streams
  add column chat_room_id bigint references chat_rooms (id),
  add column offer_product_id bigint references products (id) on delete set null,
  add column offer_event_id bigint references events (id) on delete set null,
  add check (num_nonnulls(offer_product_id, offer_event_id) <= 1);
create index streams_chat_room on streams (chat_room_id) where chat_room_id is not null;
create index streams_offer_product on streams (offer_product_id) where offer_product_id is not null;
create index streams_offer_event on streams (offer_event_id) where offer_event_id is not null;
