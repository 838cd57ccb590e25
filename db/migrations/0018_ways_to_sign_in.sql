-- Two ways to sign in without a password: a link to the confirmed email, and a passkey.
alter table account_links drop constraint account_links_purpose_check;
alter table account_links add constraint account_links_purpose_check
  check (purpose in ('reset', 'confirm_email', 'sign_in'));

alter table recovery_requests add column purpose text not null default 'reset'
  constraint recovery_requests_purpose_check check (purpose in ('reset', 'sign_in'));

-- A passkey that signs in belongs to nobody's session or sign-in yet.
alter table webauthn_challenges drop constraint webauthn_challenges_purpose_check;
alter table webauthn_challenges drop constraint webauthn_challenges_check1;
alter table webauthn_challenges add constraint webauthn_challenges_purpose_check
  check (purpose in ('add', 'confirm', 'sign_in', 'passkey'));
alter table webauthn_challenges add constraint webauthn_challenges_check1
  check ((purpose in ('add', 'confirm')) = (session_hash is not null));
