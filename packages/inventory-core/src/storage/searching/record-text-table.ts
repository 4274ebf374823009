/** The table with the texts of declared records, and its text index. */
export const RECORD_TEXT_TABLE: readonly string[] = [
  `{only sqlite}create table record_text (
        seq integer primary key autoincrement, kind text not null, id text not null, name text not null, name_key text not null,
        search_text text not null, unique (kind, id))`,
  `{only postgresql}create table record_text (
        seq bigint generated always as identity unique, kind {text} not null, id {text} not null, name {text} not null,
        name_key {text} not null, search_text text not null, primary key (kind, id))`,
  "create index record_text_name on record_text (kind, name, id)",
  "create index record_text_name_key on record_text (kind, name_key)",
  `{only sqlite}create virtual table record_text_search
        using fts5 (text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`,
  "{only sqlite}insert into record_text_search (record_text_search, rank) values ('deletemerge', 50)",
  `{only sqlite}create trigger record_text_search_insert after insert on record_text begin
        insert into record_text_search (rowid, text) values (new.seq, new.search_text); end`,
  `{only sqlite}create trigger record_text_search_update after update of search_text on record_text
        when old.search_text <> new.search_text begin
        delete from record_text_search where rowid = old.seq;
        insert into record_text_search (rowid, text) values (new.seq, new.search_text); end`,
  `{only sqlite}create trigger record_text_search_delete after delete on record_text begin
        delete from record_text_search where rowid = old.seq; end`,
  "{only postgresql}create index record_text_search on record_text using gin (search_text gin_trgm_ops)",
];
