-- Lower case without accents, for matching: 'José Ñandú' is 'jose nandu'. The same rule in TypeScript: src/core/values/text.ts.
create or replace function fold(p_text text) returns text language sql immutable parallel safe
as $$ select lower(regexp_replace(normalize(p_text, NFD), '[\u0300-\u036f]', '', 'g')) $$;
