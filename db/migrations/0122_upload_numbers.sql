-- Uploads are numbered in the order in which encoders began them, playlists too. The numbers tell a restart from a
-- playlist that comes late.
alter table stream_renditions
  add column last_upload_number bigint not null default 0,
  add column playlist_number bigint not null default 0;
update stream_renditions r set
  last_upload_number = coalesce((select max(number) from stream_segments where rendition_id = r.id), 0),
  pending = pending || '{"number": 0}';
