-- A username must not look like another's. The skeleton of a name is what it looks like (after Unicode Technical Standard
-- 39): compatibility forms, lookalikes of Latin letters in Latin, Cyrillic, Greek and Armenian, and letter case are gone.
-- Since case doesn't matter, I, i, l and 1 are one letter. Only names of one alphabet get here: others are refused.
create function username_skeleton(name text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(lower(translate(normalize(name, nfkc),
    'i1I0ɑɡıɩасԁеһіјӏорԛѕуԝхѵкүґгАВЕКМНОРСТУХЅІЈԚԜҺӀҮѴαορνυικγσϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧօոսհցզՕՏ',
    'llloagllacdehljlopqsywxvkyrrabekmhopctyxsljqwhlyvaopvulkyojabezhlkmnoptyxonuhgqos')), 'rn', 'm'), 'vv', 'w')
$$;

-- Null for guests and deleted accounts, whose names the site makes up, and for accounts that already looked like an
-- older one: those keep their names.
alter table users add column skeleton text;
update users u set skeleton = first.skeleton
from (
  select distinct on (username_skeleton(username)) id, username_skeleton(username) as skeleton
  from users where role <> 'guest' order by username_skeleton(username), id) first
where u.id = first.id;
create unique index users_skeleton on users (skeleton) where (skeleton is not null);
