-- Opening hours where an order is checked; pages show them by src/features/hours/hours.ts, whose tests compare the two.

-- Whether a store is open at an instant. p_hours as in the API, null for always; a span that ends when it begins, or before,
-- ends on the next day. In local time, so that hours don't shift with daylight saving.
create or replace function is_open(p_hours jsonb, p_time_zone text, p_closed_until timestamptz, p_at timestamptz)
returns boolean language sql stable
as $$
  select coalesce(p_at >= p_closed_until, true) and (
    p_hours is null
    or exists (
      select
      from (select p_at at time zone p_time_zone) as local (at)
      cross join lateral (
        select ((extract(isodow from at) - 1) * 24 + extract(hour from at)) * 60 + extract(minute from at)
      ) as now (minute)
      cross join jsonb_each(p_hours) as day (name, spans)
      cross join jsonb_array_elements(spans) as span
      cross join lateral (
        select
          (array_position(array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], name) - 1) * 1440,
          extract(epoch from (span ->> 0)::time) / 60,
          extract(epoch from (span ->> 1)::time) / 60
      ) as times (midnight, opens, closes)
      cross join lateral (
        select midnight + opens, midnight + closes + case when closes > opens then 0 else 1440 end
      ) as week (starts, ends)
      where (starts <= minute and minute < ends) or minute + 10080 < ends
    )
  )
$$;

-- The time zone of a store that has set none.
create or replace function time_zone_of_currency(p_currency text) returns text language sql immutable
as $$
  select case p_currency
    when 'ARS' then 'America/Argentina/Buenos_Aires'
    when 'BOB' then 'America/La_Paz'
    when 'BRL' then 'America/Sao_Paulo'
    when 'CLP' then 'America/Santiago'
    when 'COP' then 'America/Bogota'
    when 'CRC' then 'America/Costa_Rica'
    when 'DOP' then 'America/Santo_Domingo'
    when 'EUR' then 'Europe/Madrid'
    when 'GTQ' then 'America/Guatemala'
    when 'HNL' then 'America/Tegucigalpa'
    when 'MXN' then 'America/Mexico_City'
    when 'NIO' then 'America/Managua'
    when 'PEN' then 'America/Lima'
    when 'PYG' then 'America/Asuncion'
    when 'USD' then 'America/New_York'
    when 'UYU' then 'America/Montevideo'
    when 'VES' then 'America/Caracas'
    else 'UTC'
  end
$$;
