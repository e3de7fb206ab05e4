import type { InvitedRole } from '../team/member.ts'

/** The mails that the service writes, with what each has to know beside its store's name. */
export type Mails = {
  'team.invited': { role: InvitedRole; token: string }
  'billing.past_due': object
  'billing.suspended': object
  'billing.restored': object
  'webhook.disabled': { reason: string; host: string }
}

export type MailEvent = keyof Mails

/** A mail as the outbox keeps it. */
export type Mail = { [E in MailEvent]: { event: E; payload: { storeName: string } & Mails[E] } }[MailEvent]
