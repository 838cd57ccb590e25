-- One list of banned words for the whole site: chat and the community read it.
alter table chat_words rename to banned_words;
alter table banned_words rename constraint chat_words_pkey to banned_words_pkey;
alter table banned_words rename constraint chat_words_word_check to banned_words_word_check;
