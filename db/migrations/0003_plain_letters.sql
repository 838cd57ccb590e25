-- Letters like Ł, Ø and ß don't decompose into a plain letter and an accent, so that searches for "lodz" and "soren" found
-- neither Łódź nor Søren.

-- A text as searches compare it and lists sort it: lower case, without accents, and with plain letters for those. The
-- server does the same to what is typed (contract/letters.ts); a test compares the two.
create function plain_letters(words text) returns text language sql immutable parallel safe strict
  return case when octet_length(words) = length(words) then lower(words)
    else replace(replace(replace(replace(translate(
      lower(regexp_replace(normalize(words, NFKD), '[\u0300-\u036f]', '', 'g')),
      'łøđðħŧıŋ', 'loddhtin'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end;

create or replace function words_of(words text) returns text[] language sql immutable parallel safe strict
  return array_remove(string_to_array(translate(plain_letters(words),
    -- What separates words becomes a space; apostrophes are removed.
    U&' \0009\000a\000d-\2013\2014/.,:;!?&()[]"\201c\201d\00b7\2022+|''\2019\2018\02bc`', repeat(' ', 26)), ' '), '');

-- Only texts with these letters have other words now. Where there are none, the index is right as it is.
do $$
declare
  letters constant text := '[łŁøØđĐðÐħĦŧŦıŋŊßẞæÆœŒþÞ]';
begin
  if exists (select from orders where buyer_name ~ letters) then reindex index orders_words; end if;
  if exists (select from users where display_name || username ~ letters) then reindex index users_words; end if;
  if exists (select from emails where to_name || coalesce(subject, '') ~ letters) then reindex index emails_words; end if;
  if exists (select from posts where text ~ letters) then reindex index posts_words; end if;
  update events set search_text = array_to_string(words_of(search_text), ' ') where search_text ~ letters;
  update products set search_text = array_to_string(words_of(search_text), ' ') where search_text ~ letters;
end $$;
