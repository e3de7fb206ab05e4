-- Fills customer_names of a store, after orders were written in bulk.
create or replace function name_customers(p_store_id text) returns void language sql volatile
as $$
  insert into customer_names (store_id, customer_id, name, phone, search_text)
  select store_id, customer_id, customer_name, customer_phone, fold(customer_name)
  from orders
  where store_id = p_store_id
  group by store_id, customer_id, customer_name, customer_phone
  on conflict do nothing
$$;
