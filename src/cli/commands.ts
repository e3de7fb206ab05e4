import type { Command } from './command.ts'
import { dataCommands } from './data-commands.ts'

/** The operator's commands: nouns and verbs, each of which loads only what it needs. */
export const commands: Record<string, Command> = {
  'account create': {
    flags: '--email E [--password P] [--name N]',
    does: 'Creates an account, which can own stores; without --password, prompts for it or reads it from standard input',
    run: async (call) => (await import('./account.ts')).create(call),
  },
  'account list': {
    flags: '',
    does: 'Lists all accounts',
    run: async (call) => (await import('./account.ts')).list(call),
  },
  'account reset': {
    flags: '--email E',
    does: 'Prints a link to set a new password; it works once, for 30 minutes',
    run: async (call) => (await import('./account.ts')).reset(call),
  },
  'account sessions end': {
    flags: '--email E',
    does: 'Signs an account out everywhere',
    run: async (call) => (await import('./account.ts')).endSessions(call),
  },
  'store create': {
    flags: '--owner E --name N --slug S --currency C [--whatsapp +N] [--plan free]',
    does: 'Creates a store, owned by the account with the e-mail E',
    run: async (call) => (await import('./store.ts')).create(call),
  },
  'store list': {
    flags: '',
    does: 'Lists all stores',
    run: async (call) => (await import('./store.ts')).list(call),
  },
  'store delete': {
    flags: '--store S',
    does: 'Marks a store as deleted; its data and its slug are kept for 30 days',
    run: async (call) => (await import('./store.ts')).remove(call),
  },
  'store confirm-number': {
    flags: '--store S',
    does: 'Confirms the WhatsApp number of a store, so that it gets notices without a code',
    run: async (call) => (await import('./store.ts')).confirm(call),
  },
  'member add': {
    flags: '--store S --email E --role ADMIN',
    does: 'Gives an account a role (OWNER, ADMIN, STAFF) in a store, or changes it',
    run: async (call) => (await import('./member.ts')).add(call),
  },
  'member remove': {
    flags: '--store S --email E',
    does: 'Removes a member; the keys that they created stop working at once',
    run: async (call) => (await import('./member.ts')).remove(call),
  },
  'member list': {
    flags: '--store S',
    does: 'Lists the members of a store with their roles',
    run: async (call) => (await import('./member.ts')).list(call),
  },
  'key create': {
    flags: '[--store S] [--account E] [--owner E] --scopes a,b [--expires ISO] [--name N]',
    does: 'Creates a key for a store or for all stores of an account; --scopes all grants every scope',
    run: async (call) => (await import('./key.ts')).create(call),
  },
  'key list': {
    flags: '[--store S] [--account E]',
    does: 'Lists the keys of a store or of an account, without their secrets',
    run: async (call) => (await import('./key.ts')).list(call),
  },
  'key revoke': {
    flags: '--id ID',
    does: 'Revokes a key permanently',
    run: async (call) => (await import('./key.ts')).revoke(call),
  },
  'plan set': {
    flags: '--store S --plan pro',
    does: 'Moves a store to a plan (free, pro, lifetime)',
    run: async (call) => (await import('./billing.ts')).plan(call),
  },
  'domain set': {
    flags: '--store S --domain D',
    does: 'Claims a domain for a store, and prints the TXT record that shows whose it is',
    run: async (call) => (await import('./domain.ts')).set(call),
  },
  'domain check': {
    flags: '--store S',
    does: 'Looks the domain of a store up in DNS now, and opens the shop there if its records are right',
    run: async (call) => (await import('./domain.ts')).check(call),
  },
  'domain clear': {
    flags: '--store S',
    does: 'Takes the domain from a store, which is at its slug again',
    run: async (call) => (await import('./domain.ts')).clear(call),
  },
  'billing suspend': {
    flags: '--store S',
    does: 'Suspends a store: requests with its keys and of its shoppers get a 402',
    run: async (call) => (await import('./billing.ts')).suspend(call),
  },
  'billing activate': {
    flags: '--store S',
    does: 'Reactivates a suspended store',
    run: async (call) => (await import('./billing.ts')).activate(call),
  },
  'billing checkout': {
    flags: '--store S --plan pro',
    does: 'Prints a checkout URL where the owner pays for a plan (pro, lifetime)',
    run: async (call) => (await import('./billing.ts')).checkout(call),
  },
  'billing portal': {
    flags: '--store S',
    does: 'Prints a URL where the owner sees invoices, changes the card and cancels the plan',
    run: async (call) => (await import('./billing.ts')).portal(call),
  },
  'billing sync': {
    flags: '--store S',
    does: 'Reads the billing state of a store from the payment provider, in case an event was lost',
    run: async (call) => (await import('./billing.ts')).sync(call),
  },
  'billing history': {
    flags: '--store S',
    does: 'Lists the changes of plan and billing state with their causes, newest first',
    run: async (call) => (await import('./billing.ts')).history(call),
  },
  'webhook create': {
    flags: '--store S --url U --events a,b',
    does: 'Sends events to the URL U: order.created, product.created, product.updated, product.deleted',
    run: async (call) => (await import('./webhook.ts')).create(call),
  },
  'webhook list': {
    flags: '--store S',
    does: 'Lists the webhooks of a store',
    run: async (call) => (await import('./webhook.ts')).list(call),
  },
  'webhook delete': {
    flags: '--store S --id ID',
    does: 'Deletes a webhook and its logs',
    run: async (call) => (await import('./webhook.ts')).remove(call),
  },
  'webhook enable': {
    flags: '--store S --id ID',
    does: 'Enables a webhook; pending events are delivered in order',
    run: async (call) => (await import('./webhook.ts')).enable(call),
  },
  'webhook disable': {
    flags: '--store S --id ID',
    does: 'Disables a webhook',
    run: async (call) => (await import('./webhook.ts')).disable(call),
  },
  'webhook rotate': {
    flags: '--store S --id ID',
    does: 'Creates a new secret; the old one stays valid for 24 hours',
    run: async (call) => (await import('./webhook.ts')).rotate(call),
  },
  'webhook ping': {
    flags: '--store S --id ID',
    does: 'Sends a test event',
    run: async (call) => (await import('./webhook.ts')).ping(call),
  },
  'webhook redeliver': {
    flags: '--store S --id ID --delivery ID',
    does: 'Sends one delivery again',
    run: async (call) => (await import('./webhook.ts')).redeliverOne(call),
  },
  'webhook replay': {
    flags: '--store S --id ID --from ISO --to ISO',
    does: 'Sends again the events created in a period, without its end',
    run: async (call) => (await import('./webhook.ts')).replayRange(call),
  },
  listen: {
    flags: '--store S --forward URL [--secret whsec_…]',
    does: 'Forwards new events of a store, signed, to a local URL, and prints a line for each, until Ctrl+C',
    run: async (call) => (await import('./listen.ts')).listen(call),
    unrecorded: true,
  },
  'queue list': {
    flags: '[--kind whatsapp]',
    does: 'Lists deliveries that failed, are paused or are late (whatsapp, customer, webhook, mail, push), newest first',
    run: async (call) => (await import('./queue.ts')).list(call),
  },
  'queue retry': {
    flags: '--id ID',
    does: 'Retries a delivery now, and updates the notification state of its order',
    run: async (call) => (await import('./queue.ts')).retry(call),
  },
  'queue drop': {
    flags: '--id ID',
    does: 'Discards a delivery permanently',
    run: async (call) => (await import('./queue.ts')).drop(call),
  },
  'theme activate': {
    flags: '--store S --theme lino',
    does: 'Activates a theme of a store: barro, lino, tinta',
    run: async (call) => (await import('./theme.ts')).activate(call),
  },
  'theme draft': {
    flags: '--store S --theme lino --set accent=#2f6b4f,corners=6',
    does: 'Changes the draft of a theme, and prints a link to its preview',
    run: async (call) => (await import('./theme.ts')).draft(call),
  },
  'theme publish': {
    flags: '--store S --theme lino',
    does: 'Publishes the draft of a theme',
    run: async (call) => (await import('./theme.ts')).publish(call),
  },
  'invitation create': {
    flags: '--store S --email E --role STAFF',
    does: 'Invites someone to the team as ADMIN or STAFF, for 7 days',
    run: async (call) => (await import('./invitation.ts')).create(call),
  },
  ...dataCommands,
  'demo seed': {
    flags: '',
    does: 'Creates the demo stores unless they exist, and a new key for the first one',
    run: async (call) => (await import('./demo.ts')).seed(call),
    unrecorded: true,
    createsDatabase: true,
  },
  'load seed': {
    flags: '--stores N --products N --orders N',
    does: 'Creates stores for benchmarks with this many products and orders, and a key for each',
    run: async (call) => (await import('./load.ts')).seed(call),
    unrecorded: true,
  },
  migrate: {
    flags: '',
    does: 'Applies pending migrations to the database',
    run: async (call) => (await import('./migrate.ts')).applyMigrations(call),
    withoutDatabase: true,
  },
  doctor: {
    flags: '',
    does: 'Checks the configuration, the database and external services, and reports problems',
    run: async (call) => (await import('./doctor.ts')).runChecks(call),
    withoutDatabase: true,
  },
}
