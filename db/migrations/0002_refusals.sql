-- Why an email waits that the email server refused because of the site: which part of it was refused.
alter table emails add column refused_for text
  check (refused_for in ('sender', 'relay', 'network', 'content', 'limit', 'other'));
create index emails_refused on emails (id) where refused_for is not null;

-- Why a campaign paused by itself: what the email server refused, and its words. Null once someone resumed it.
alter table campaigns add column problem jsonb;
alter table campaigns add check (problem is null or status = 'paused');
