-- Oldest release: 0.4.0
-- Locks: pictures
-- The colour along the edges of a picture: '#rrggbb', or 'transparent'. Null of one that 0.4.0 stored: it is measured when a page shows it.
alter table pictures add column edge_colour text;
