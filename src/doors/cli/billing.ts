import { Type } from 'typebox'
import { setBillingState, setPlan, listBillingChanges } from '../../features/billing/change.ts'
import { startCheckout } from '../../features/billing/checkout.ts'
import { openPortal } from '../../features/billing/portal.ts'
import { connectStripe } from '../../features/billing/stripe.ts'
import { syncStore } from '../../features/billing/sync.ts'
import { findStore } from '../../features/stores/find.ts'
import { Plan, toStore, type StoreRow } from '../../features/stores/store.ts'
import { checked } from './check.ts'
import { onStore, type Call, type Command } from './command.ts'

export const billingCommands: Record<string, Command> = {
  'plan set': {
    flags: '--store S --plan pro',
    does: 'Moves a store to a plan (free, pro, lifetime)',
    run: onStore(async ({ sql, config, flags, store }) => {
      const { plan } = checked({ plan: Plan }, flags)
      return toStore(await setPlan(sql, store.id, plan), config)
    }),
  },
  'billing suspend': {
    flags: '--store S',
    does: 'Suspends a store: requests with its keys and of its shoppers get a 402',
    run: change('suspended'),
  },
  'billing activate': {
    flags: '--store S',
    does: 'Reactivates a suspended store',
    run: change('active'),
  },
  'billing checkout': {
    flags: '--store S --plan pro',
    does: 'Prints a checkout URL where the owner pays for a plan (pro, lifetime)',
    run: onStore(async ({ sql, config, flags, store }) => {
      const { plan } = checked({ plan: PaidPlan }, flags)
      return startCheckout(sql, await providerOf(config, store), store.id, plan)
    }),
  },
  'billing portal': {
    flags: '--store S',
    does: 'Prints a URL where the owner sees invoices, changes the card and cancels the plan',
    run: onStore(async ({ sql, config, store }) =>
      openPortal(sql, await providerOf(config, store), store.id),
    ),
  },
  'billing sync': {
    flags: '--store S',
    does: 'Reads the billing state of a store from the payment provider, in case an event was lost',
    run: onStore(async ({ sql, config, store }) => {
      await syncStore(sql, await connectStripe(config), store.id)
      return toStore(await findStore(sql, store.id), config)
    }),
  },
  'billing history': {
    flags: '--store S',
    does: 'Lists the changes of plan and billing state with their causes, newest first',
    run: onStore(async ({ sql, store }) => ({ data: await listBillingChanges(sql, store.id) })),
  },
}

const PaidPlan = Type.Enum(['pro', 'lifetime'])

function change(state: StoreRow['billingState']) {
  return onStore(async ({ sql, config, store }) =>
    toStore(await setBillingState(sql, store.id, state), config),
  )
}

async function providerOf(config: Call['config'], { slug }: StoreRow) {
  return { stripe: await connectStripe(config), panel: `${config.panelUrl}/panel/t/${slug}` }
}
