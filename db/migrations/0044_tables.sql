-- Oldest release: 0.4.0
-- Locks: orders, shipping_options
-- What is had at a table of the shop: the option's kind `here`, and the order's table.
alter table shipping_options
  drop constraint shipping_options_kind_check,
  add constraint shipping_options_kind_check check (kind in ('delivery', 'pickup', 'here')) not valid;
alter table orders
  add column table_name text,
  drop constraint orders_delivery_kind_check,
  add constraint orders_delivery_kind_check check (delivery_kind in ('delivery', 'pickup', 'here')) not valid;
