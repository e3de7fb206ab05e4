-- Oldest release: 0.4.0
-- Locks: whatsapp_messages
-- A sender is a phone, or the business-scoped id by which Meta names people who hide theirs: what has a phone of WhatsApp may have an
-- id in its place. Here are those whose phone is known, because a callback had both.
create table whatsapp_identities (
  user_id text primary key,
  phone text not null, -- as WhatsApp writes it
  phone_key text not null,
  seen_at timestamptz not null default clock_timestamp()
);
create index whatsapp_identities_of_phone on whatsapp_identities (phone_key);
create index whatsapp_identities_by_age on whatsapp_identities (seen_at);

-- `contact`: a contact that somebody shared because we asked for it; its phone is the payload.
alter table whatsapp_messages drop constraint whatsapp_messages_kind_check;
alter table whatsapp_messages
  add constraint whatsapp_messages_kind_check check (kind in ('text', 'tap', 'contact', 'other')) not valid;

-- Replies of a day (UTC): to each sender, and to all people without a store together, whose row has an empty sender.
create table whatsapp_replies (
  day date not null,
  sender text not null,
  count integer not null,
  primary key (sender, day)
);
create index whatsapp_replies_by_day on whatsapp_replies (day);

-- Messages whose price has been counted: each of their statuses says it again.
create table whatsapp_priced (
  message_id text primary key,
  priced_at timestamptz not null default clock_timestamp()
);
create index whatsapp_priced_by_age on whatsapp_priced (priced_at);

-- How many messages were billed and how many were free. Of no store are those to people without one. A store that is gone stays in it.
create table whatsapp_costs (
  month text not null, -- 2026-11, UTC
  store text not null, -- its id, or empty
  category text not null, -- Meta's
  billable integer not null,
  free integer not null,
  primary key (month, store, category)
);
