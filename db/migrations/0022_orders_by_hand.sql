-- db/functions/place_order.sql has two parameters more; the function that it replaces would stay beside it.
drop function if exists place_order;
