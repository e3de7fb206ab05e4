create index assistant_actions_by_age on assistant_actions using brin (created_at);
