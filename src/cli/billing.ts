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
import type { Call } from './command.ts'

const PaidPlan = Type.Enum(['pro', 'lifetime'])

export async function plan({ sql, config, flags }: Call) {
  const { plan } = checked(Body({ plan: Plan }), { plan: flags['plan'] })
  const { id } = await findStore(sql, flags['store']!)
  return toStore(await setPlan(sql, id, plan), config.publicUrl)
}

export const suspend = (call: Call) => change(call, 'suspended')
export const activate = (call: Call) => change(call, 'active')

async function change({ sql, config, flags }: Call, state: StoreRow['billingState']) {
  const { id } = await findStore(sql, flags['store']!)
  return toStore(await setBillingState(sql, id, state), config.publicUrl)
}

export async function checkout({ sql, config, flags }: Call) {
  const { plan } = checked(Body({ plan: PaidPlan }), { plan: flags['plan'] })
  const { id, slug } = await findStore(sql, flags['store']!)
  return startCheckout(sql, { stripe: await connectStripe(config), panel: panelOf(config, slug) }, id, plan)
}

export async function portal({ sql, config, flags }: Call) {
  const { id, slug } = await findStore(sql, flags['store']!)
  return openPortal(sql, { stripe: await connectStripe(config), panel: panelOf(config, slug) }, id)
}

/** The return URL of the payment page. */
const panelOf = ({ panelUrl }: Call['config'], slug: string) => `${panelUrl}/panel/t/${slug}`

export async function sync({ sql, config, flags }: Call) {
  const { id } = await findStore(sql, flags['store']!)
  await syncStore(sql, await connectStripe(config), id)
  return toStore(await findStore(sql, id), config.publicUrl)
}

export async function history({ sql, flags }: Call) {
  const { id } = await findStore(sql, flags['store']!)
  return { data: await listBillingChanges(sql, id) }
}
