-- The secret part of the address under which a theme's draft can be seen.
alter table themes add column preview_token text unique;
