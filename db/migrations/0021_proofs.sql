-- Proofs of work: what visitors solved because their network's share was used up. Each is recorded once, and lets one
-- order through. They count for an hour.
create table proofs (
  nonce text not null primary key,
  visitor text not null,
  purpose text not null,
  subject text not null,
  solved_at timestamp with time zone not null default clock_now(),
  expires_at timestamp with time zone not null,
  used_by uuid
);
create index proofs_visitor on proofs (visitor, expires_at);
create index proofs_expires_at on proofs (expires_at);
