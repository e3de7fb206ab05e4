import type { InvitedRole } from '../team/member.ts'

/** The mails that the service writes, with what each has to know beside its store's name. */
export type Mails = {
  'team.invited': { role: InvitedRole; token: string }
  'billing.past_due': object
  'billing.suspended': object
  'billing.restored': object
  'webhook.disabled': { reason: string }
}

export type MailEvent = keyof Mails

/** What the outbox keeps of a mail. */
export type MailPayload<E extends MailEvent = MailEvent> = { storeName: string } & Mails[E]
