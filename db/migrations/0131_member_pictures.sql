-- Images that members upload for their posts. They belong to whoever uploaded them and aren't in the staff's library, so
-- the same file of two people is two images.
alter table pictures add column is_library boolean not null default true;
drop index pictures_by_content;
create unique index pictures_by_content on pictures (sha256)
  where status <> 'refused' and replaces_id is null and is_library;
create index pictures_of_members on pictures (uploaded_by, id) where not is_library;
