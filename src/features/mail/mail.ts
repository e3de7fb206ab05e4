import type { Wording } from '../../core/texts/text.ts'
import type { InvitedRole } from '../../core/auth/roles.ts'

export type StoreMails = {
  'team.invited': { role: InvitedRole; token: string; invitedBy: string | null; daysOpen: number }
  'team.store_received': { from: string }
  'team.store_handed_over': { to: string }
  'team.owner_added': { who: string }
  'billing.past_due': object
  'billing.cap_near': { what: string; used: number; limit: number; isFree: boolean }
  'billing.suspended': object
  'billing.restored': object
  /** Another store showed later that the domain is its own. */
  'domain.lost': { domain: string }
  /** After a downgrade: `until` is an instant; a day in Spanish in a payload that an earlier release wrote. */
  'domain.grace': { domain: string; until: string }
  'domain.grace_ends': { domain: string; until: string }
  'webhook.disabled': { reason: string; host: string }
}

export type AccountMails = {
  'account.sign_up': { code: string }
  'account.exists': object
  'account.sign_in': { code: string }
  'account.missing': object
  'account.recovery': { token: string }
  'account.new_device': { device: string; at: string }
  'account.password_changed': { at: string }
  'account.email_code': { code: string }
  'account.email_changed': { email: string; at: string }
  'account.deleted': { days: number }
  'account.security_changed': { change: SecurityChange; at: string }
}

export type SecurityChange = 'passkey_added' | 'passkey_removed' | 'second_step_on' | 'second_step_off'

export type StoreMailEvent = keyof StoreMails
export type AccountMailEvent = keyof AccountMails

export type MailContent = {
  subject: Wording
  lines: Wording[]
  code?: string
  link?: { button: Wording; href: string }
}

export type Mail =
  | { [E in StoreMailEvent]: { event: E; payload: { storeName: string } & StoreMails[E] } }[StoreMailEvent]
  | { [E in AccountMailEvent]: { event: E; payload: AccountMails[E] } }[AccountMailEvent]
