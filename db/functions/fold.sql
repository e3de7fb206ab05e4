-- Lower case without accents, for matching: 'José Ñandú' is 'jose nandu'. As core/values/text.ts folds.
create or replace function fold(p_text text) returns text language sql immutable parallel safe
as $$ select lower(regexp_replace(normalize(p_text, NFD), '[\u0300-\u036f]', '', 'g')) $$;
