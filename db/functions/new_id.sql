-- An opaque identifier for rows that are created inside the database: a letter and 23 hexadecimal digits.
create or replace function new_id() returns text language sql volatile parallel safe
as $$ select 'v' || left(replace(gen_random_uuid()::text, '-', ''), 23) $$;
