import type { Command } from './command.ts'
import { dataCommands } from './data-commands.ts'

/** The operator's commands: nouns and verbs, each of which loads only what it needs. */
export const commands: Record<string, Command> = {
  'account create': {
    flags: '--email E [--password P] [--name N]',
    does: 'An account, which may own stores; without --password it is asked for, or read from standard input',
    run: async (call) => (await import('./account.ts')).create(call),
  },
  'account list': {
    flags: '',
    does: 'All accounts',
    run: async (call) => (await import('./account.ts')).list(call),
  },
  'account reset': {
    flags: '--email E',
    does: 'A link with which its owner chooses another password, once within 30 minutes',
    run: async (call) => (await import('./account.ts')).reset(call),
  },
  'account sessions end': {
    flags: '--email E',
    does: 'Signs an account out everywhere',
    run: async (call) => (await import('./account.ts')).endSessions(call),
  },
  'store create': {
    flags: '--owner E --name N --slug S --currency C [--whatsapp +N] [--plan free]',
    does: 'A store of the account with the e-mail E',
    run: async (call) => (await import('./store.ts')).create(call),
  },
  'store list': {
    flags: '',
    does: 'All stores',
    run: async (call) => (await import('./store.ts')).list(call),
  },
  'store delete': {
    flags: '--store S',
    does: 'Marks a store as deleted; its data and its slug are kept for 30 days',
    run: async (call) => (await import('./store.ts')).remove(call),
  },
  'store confirm-number': {
    flags: '--store S',
    does: 'Vouches for the WhatsApp number of a store, which then gets notices without a code',
    run: async (call) => (await import('./store.ts')).confirm(call),
  },
  'member add': {
    flags: '--store S --email E --role ADMIN',
    does: 'Gives an account a role (OWNER, ADMIN, STAFF) in a store, or another one',
    run: async (call) => (await import('./member.ts')).add(call),
  },
  'member remove': {
    flags: '--store S --email E',
    does: 'Takes the role away; the keys that they made stop at once',
    run: async (call) => (await import('./member.ts')).remove(call),
  },
  'member list': {
    flags: '--store S',
    does: 'Who works on a store, with their roles',
    run: async (call) => (await import('./member.ts')).list(call),
  },
  'key create': {
    flags: '[--store S] [--account E] [--owner E] --scopes a,b [--expires ISO] [--name N]',
    does: 'A key of a store, or of a whole account; --scopes all for every scope it may hold',
    run: async (call) => (await import('./key.ts')).create(call),
  },
  'key list': {
    flags: '[--store S] [--account E]',
    does: 'The keys of a store, or those that an account made; never the keys themselves',
    run: async (call) => (await import('./key.ts')).list(call),
  },
  'key revoke': {
    flags: '--id ID',
    does: 'Ends a key for good',
    run: async (call) => (await import('./key.ts')).revoke(call),
  },
  'plan set': {
    flags: '--store S --plan pro',
    does: 'Moves a store to a plan (free, pro, lifetime)',
    run: async (call) => (await import('./billing.ts')).plan(call),
  },
  'billing suspend': {
    flags: '--store S',
    does: 'Suspends a store: its keys and its shoppers get 402',
    run: async (call) => (await import('./billing.ts')).suspend(call),
  },
  'billing activate': {
    flags: '--store S',
    does: 'Lets a suspended store work again',
    run: async (call) => (await import('./billing.ts')).activate(call),
  },
  'billing checkout': {
    flags: '--store S --plan pro',
    does: 'The address where its owner pays for a plan (pro, lifetime)',
    run: async (call) => (await import('./billing.ts')).checkout(call),
  },
  'billing portal': {
    flags: '--store S',
    does: 'The address where its owner sees invoices, changes the card and leaves the plan',
    run: async (call) => (await import('./billing.ts')).portal(call),
  },
  'billing sync': {
    flags: '--store S',
    does: 'Asks the payment provider how a store stands, should an event have been lost',
    run: async (call) => (await import('./billing.ts')).sync(call),
  },
  'billing history': {
    flags: '--store S',
    does: 'Every change of plan and billing state, the newest first, with its cause',
    run: async (call) => (await import('./billing.ts')).history(call),
  },
  'webhook create': {
    flags: '--store S --url U --events a,b',
    does: 'Tells the address U of events: order.created, product.created, product.updated, product.deleted',
    run: async (call) => (await import('./webhook.ts')).create(call),
  },
  'webhook list': {
    flags: '--store S',
    does: 'The webhooks of a store',
    run: async (call) => (await import('./webhook.ts')).list(call),
  },
  'webhook delete': {
    flags: '--store S --id ID',
    does: 'Deletes a webhook with its logs',
    run: async (call) => (await import('./webhook.ts')).remove(call),
  },
  'webhook enable': {
    flags: '--store S --id ID',
    does: 'Switches a webhook on; what it missed goes out in order',
    run: async (call) => (await import('./webhook.ts')).enable(call),
  },
  'webhook disable': {
    flags: '--store S --id ID',
    does: 'Switches a webhook off',
    run: async (call) => (await import('./webhook.ts')).disable(call),
  },
  'webhook rotate': {
    flags: '--store S --id ID',
    does: 'A new secret; the one before signs beside it for 24 hours',
    run: async (call) => (await import('./webhook.ts')).rotate(call),
  },
  'webhook ping': {
    flags: '--store S --id ID',
    does: 'Sends a trial message',
    run: async (call) => (await import('./webhook.ts')).ping(call),
  },
  'webhook redeliver': {
    flags: '--store S --id ID --delivery ID',
    does: 'Sends one delivery again',
    run: async (call) => (await import('./webhook.ts')).redeliverOne(call),
  },
  'webhook replay': {
    flags: '--store S --id ID --from ISO --to ISO',
    does: 'Sends again what was made from an instant to before another one',
    run: async (call) => (await import('./webhook.ts')).replayRange(call),
  },
  listen: {
    flags: '--store S --forward URL [--secret whsec_…]',
    does: 'Sends the events of a store, from now on, to an address of this machine, signed; one line an event, until it is ended',
    run: async (call) => (await import('./listen.ts')).listen(call),
    unrecorded: true,
  },
  'queue list': {
    flags: '[--kind whatsapp]',
    does: 'Deliveries that failed, are paused or are late (whatsapp, customer, webhook, mail, push), the newest first',
    run: async (call) => (await import('./queue.ts')).list(call),
  },
  'queue retry': {
    flags: '--id ID',
    does: 'Delivers it now; a notice that then arrives makes its order say so',
    run: async (call) => (await import('./queue.ts')).retry(call),
  },
  'queue drop': {
    flags: '--id ID',
    does: 'Gives a delivery up for good',
    run: async (call) => (await import('./queue.ts')).drop(call),
  },
  'theme activate': {
    flags: '--store S --theme lino',
    does: 'Dresses a store in a theme: barro, lino, tinta',
    run: async (call) => (await import('./theme.ts')).activate(call),
  },
  'theme draft': {
    flags: '--store S --theme lino --set accent=#2f6b4f,corners=6',
    does: 'Changes settings of a theme where only the link that it prints shows them',
    run: async (call) => (await import('./theme.ts')).draft(call),
  },
  'theme publish': {
    flags: '--store S --theme lino',
    does: "Shows a theme's draft to everyone",
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
    does: 'The demo stores, unless they are there already, and a new key of the first',
    run: async (call) => (await import('./demo.ts')).seed(call),
    unrecorded: true,
    createsDatabase: true,
  },
  'load seed': {
    flags: '--stores N --products N --orders N',
    does: 'Stores for benchmarks, each with so many products and orders, and a key of each',
    run: async (call) => (await import('./load.ts')).seed(call),
    unrecorded: true,
  },
  migrate: {
    flags: '',
    does: 'Brings the database to the form that this version needs',
    run: async (call) => (await import('./migrate.ts')).applyMigrations(call),
    withoutDatabase: true,
  },
  doctor: {
    flags: '',
    does: 'Checks what the service needs, and says what is missing',
    run: async (call) => (await import('./doctor.ts')).runChecks(call),
    withoutDatabase: true,
  },
}
