-- The account of the host who streams with a key: in the chat of their streams they have the host's badge and moderate.
alter table stream_keys add column host_id bigint references users (id) on delete set null;
create index stream_keys_host on stream_keys (host_id) where host_id is not null;
