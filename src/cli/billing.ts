import { Type } from 'typebox'
import { setBillingState, setPlan } from '../billing/change.ts'
import { startCheckout } from '../billing/checkout.ts'
import { listBillingChanges } from '../billing/history.ts'
import { openPortal } from '../billing/portal.ts'
import { connectStripe } from '../billing/stripe.ts'
import { syncStore } from '../billing/sync.ts'
import { Body } from '../core/http/schema.ts'
import { findStore } from '../stores/find.ts'
import { Plan, toStore, type StoreRow } from '../stores/store.ts'
import { checked } from './check.ts'
import type { Call, Command } from './command.ts'

export const billingCommands: Record<string, Command> = {
  'plan set': {
    flags: '--store S --plan pro',
    does: 'Moves a store to a plan (free, pro, lifetime)',
    async run({ sql, config, flags }) {
      const { plan } = checked(Body({ plan: Plan }), { plan: flags['plan'] })
      const { id } = await findStore(sql, flags['store']!)
      return toStore(await setPlan(sql, id, plan), config.publicUrl)
    },
  },
  'billing suspend': {
    flags: '--store S',
    does: 'Suspends a store: requests with its keys and of its shoppers get a 402',
    run: (call) => change(call, 'suspended'),
  },
  'billing activate': {
    flags: '--store S',
    does: 'Reactivates a suspended store',
    run: (call) => change(call, 'active'),
  },
  'billing checkout': {
    flags: '--store S --plan pro',
    does: 'Prints a checkout URL where the owner pays for a plan (pro, lifetime)',
    async run({ sql, config, flags }) {
      const { plan } = checked(Body({ plan: PaidPlan }), { plan: flags['plan'] })
      const { id, slug } = await findStore(sql, flags['store']!)
      return startCheckout(
        sql,
        { stripe: await connectStripe(config), panel: panelOf(config, slug) },
        id,
        plan,
      )
    },
  },
  'billing portal': {
    flags: '--store S',
    does: 'Prints a URL where the owner sees invoices, changes the card and cancels the plan',
    async run({ sql, config, flags }) {
      const { id, slug } = await findStore(sql, flags['store']!)
      return openPortal(sql, { stripe: await connectStripe(config), panel: panelOf(config, slug) }, id)
    },
  },
  'billing sync': {
    flags: '--store S',
    does: 'Reads the billing state of a store from the payment provider, in case an event was lost',
    async run({ sql, config, flags }) {
      const { id } = await findStore(sql, flags['store']!)
      await syncStore(sql, await connectStripe(config), id)
      return toStore(await findStore(sql, id), config.publicUrl)
    },
  },
  'billing history': {
    flags: '--store S',
    does: 'Lists the changes of plan and billing state with their causes, newest first',
    async run({ sql, flags }) {
      const { id } = await findStore(sql, flags['store']!)
      return { data: await listBillingChanges(sql, id) }
    },
  },
}

const PaidPlan = Type.Enum(['pro', 'lifetime'])

async function change({ sql, config, flags }: Call, state: StoreRow['billingState']) {
  const { id } = await findStore(sql, flags['store']!)
  return toStore(await setBillingState(sql, id, state), config.publicUrl)
}

/** The return URL of the payment page. */
const panelOf = ({ panelUrl }: Call['config'], slug: string) => `${panelUrl}/panel/t/${slug}`
