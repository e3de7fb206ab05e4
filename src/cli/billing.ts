import { setBillingState, setPlan } from '../billing/change.ts'
import { Body } from '../core/schema.ts'
import { findStore } from '../stores/find.ts'
import { Plan, toStore, type StoreRow } from '../stores/store.ts'
import { checked } from './check.ts'
import type { Call } from './command.ts'

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
