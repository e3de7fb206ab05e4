-- The names that customers ordered under, without case and accents: what a search reads instead of every order. It all
-- stands in the key's index, so that a store's names are read from a few pages.
create table customer_names (
  store_id text not null,
  customer_id text not null,
  name text not null,
  phone text not null, -- the customer's, which never changes
  search_text text not null,
  primary key (store_id, customer_id, name) include (search_text, phone),
  foreign key (store_id, customer_id) references customers
);

insert into customer_names (store_id, customer_id, name, phone, search_text)
select
  store_id, customer_id, customer_name, customer_phone,
  lower(regexp_replace(normalize(customer_name, NFD), '[\u0300-\u036f]', '', 'g')) -- as fold.sql, which comes later
from orders
group by store_id, customer_id, customer_name, customer_phone;
