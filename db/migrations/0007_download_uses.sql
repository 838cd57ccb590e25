-- How much of a line's file was sent since staff last renewed its downloads: a link's uses are counted by it, so that parts
-- of a file count as parts.
alter table downloads add column bytes_sent bigint not null default 0 check (bytes_sent >= 0);
