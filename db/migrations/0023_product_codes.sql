-- Oldest release: 0.2.0
-- Locks: products, variants
-- What other systems know products by. A SKU is unique among a store's products and variants that are not deleted: checked under
-- the catalog's lock, because two tables hold them.
alter table products add column sku text, add column gtin text, add column brand text;
alter table variants add column sku text, add column gtin text;
