-- Divides the tables of stores among the workers of Citus, by store. On a coordinator, after `npm run -s cli -- migrate`, and
-- again after each update that brings new tables: psql -d vitrina -f deploy/citus/distribute.sql
\set ON_ERROR_STOP on
set client_min_messages = warning;
begin;
set local citus.multi_shard_modify_mode = 'sequential'; -- triggers and keys between tables, in one transaction

-- By the first column of its primary key one sees whose a table is.
create temporary table wanted on commit drop as
select pg_class.oid::regclass as name, case relname when 'stores' then 'id' else 'store_id' end as by
from pg_class
where relnamespace = 'public'::regnamespace
and relkind = 'r'
and (
  relname = 'stores'
  or exists (
    select from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where conrelid = pg_class.oid and contype = 'p' and attname = 'store_id'
  )
)
and not exists (select from citus_tables where table_name = pg_class.oid::regclass and citus_table_type = 'distributed');

-- Keys into a table can be made only once both sides are where they belong.
create temporary table keys on commit drop as
select conrelid::regclass as name, conname, pg_get_constraintdef(oid) as definition
from pg_constraint
where contype = 'f' and connamespace = 'public'::regnamespace
and (conrelid in (select name from wanted) or confrelid in (select name from wanted));

-- Whole on every server: what tables of stores point into, and by what a key is found before its store is known.
create temporary table shared on commit drop as
select confrelid::regclass as name
from pg_constraint
where contype = 'f' and conrelid in (select name from wanted) and confrelid not in (select name from wanted)
union
select unnest(array['api_keys', 'oauth_tokens']::regclass[])
except
select table_name from citus_tables where citus_table_type in ('distributed', 'reference');

select format('alter table %s drop constraint %I', name, conname) from keys \gexec
select format('select create_reference_table(%L)', name) from shared \gexec
select format('select create_distributed_table(%L, %L)', name, by) from wanted where name = 'stores'::regclass \gexec
select format('select create_distributed_table(%L, %L, colocate_with => ''stores'')', name, by)
from wanted
where name <> 'stores'::regclass
order by name::text \gexec

select format('alter table %s add constraint %I %s', name, conname, definition) from keys \gexec
commit;
