import { isTransientError, type Db, type Fragment } from '../../core/database/db.ts'
import { startLoop, type Loop } from '../../core/jobs/loop.ts'
import { count } from '../../core/metrics/metrics.ts'
import type { Log } from '../../core/process/log.ts'
import { messageColumns, type Message } from './message.ts'
import { isOptOut } from './opt-outs.ts'

/** Handles a message in one transaction with its effect, or does nothing where another worker has it. */
export type Handle = (message: Message, isOverLimit: boolean) => Promise<void>

type Options = { sql: Db; log: Log; handle: Handle; onHandled: () => void }

const MAX_OWNERS = 200
const MAX_CONCURRENT = 6

/**
 * Of people without a store, those whose messages are handled in one run: at most so many in `INTERVAL`. So those who write from many
 * numbers leave the database and the queue of replies to the owners.
 */
const MAX_OTHERS = 10
const INTERVAL = 200

/** Of a person: messages that are looked at in one turn, and that are handled within a minute by the provider's clock. */
const MAX_MESSAGES = 500
const MAX_PER_MINUTE = 30

/** Seconds until a message that failed is handled again; after the last one it is given up, so that it does not block those behind it. */
const RETRIES = [1, 5, 20, 60]

/**
 * Handles what people wrote, everybody's messages in their order, one of each person in turn and owners first: so neither one who
 * writes many nor many who write once delay an owner.
 */
export function startInbound({ sql, log, handle, onHandled }: Options): Loop {
  const nextOwners = inRounds(MAX_OWNERS, (after) => listOwners(sql, after))
  const nextOthers = inRounds(MAX_OTHERS, (after) => listOthers(sql, after))
  let nextOthersAt = 0
  const loop = startLoop({ name: 'inbound', log, runOnce, intervalMs: INTERVAL })
  return loop

  async function runOnce() {
    const owners = await nextOwners()
    const waiting = [...owners]
    if (performance.now() >= nextOthersAt) {
      nextOthersAt = performance.now() + INTERVAL
      waiting.push(...(await nextOthers()))
    }
    const isIdle = waiting.length === 0
    const work = async () => {
      for (let phone = waiting.shift(); phone !== undefined; phone = waiting.shift()) await takeTurn(phone)
    }
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, work))
    if (isIdle) return
    onHandled()
    if (owners.length > 0) loop.trigger()
  }

  async function takeTurn(phone: string) {
    const message = await skipExcess(sql, phone)
    if (!message) return
    try {
      await handle(message, message.isLast)
    } catch (err) {
      log.warn({ err, task: 'inbound', message: message.n }, 'message not handled')
      if (!isTransientError(err)) await retryLater(sql, message)
    }
  }
}

type Head = { phone: string; n: number; isDue: boolean; fromOwner: boolean }

/**
 * Lists people by their numbers, at most `max` in a call, and begins again after the last: each call reads one page of an index,
 * however many wait. @returns those of the page who are due, the longest waiting first
 */
function inRounds(max: number, list: (after: string) => Promise<Head[]>) {
  let after = ''
  return async function next(): Promise<string[]> {
    const heads = await list(after)
    after = heads.length < max ? '' : heads.at(-1)!.phone
    const due = heads.filter(({ isDue }) => isDue)
    return due.toSorted((a, b) => a.n - b.n).map(({ phone }) => phone)
  }
}

const listOwners = (sql: Db, after: string) => listHeads(sql, after, MAX_OWNERS, sql`and from_owner`)

async function listOthers(sql: Db, after: string): Promise<Head[]> {
  const heads = await listHeads(sql, after, MAX_OTHERS, sql``)
  return heads.map((head) => ({ ...head, isDue: head.isDue && !head.fromOwner }))
}

/** A loose index scan: of people whose numbers follow, the first message of each. */
const listHeads = (sql: Db, after: string, max: number, condition: Fragment) => {
  const first = (phone: Fragment) => sql`
    select phone, n, retry_at, from_owner
    from whatsapp_messages
    where handled_at is null ${condition} and whatsapp_messages.phone > ${phone}
    order by whatsapp_messages.phone, n
    limit 1`
  return sql<Head[]>`
    with recursive waiting (phone, n, retry_at, from_owner) as (
      (${first(sql`${after}`)})
      union all
      select next.phone, next.n, next.retry_at, next.from_owner
      from waiting
      cross join lateral (${first(sql`waiting.phone`)}) as next
    )
    select phone, n, coalesce(retry_at <= statement_timestamp(), true) as is_due, from_owner
    from waiting
    limit ${max}`
}

type Listed = Message & { isHandled: boolean }

/**
 * Marks the messages at the head of a conversation that are past the limit of a minute as handled, without a reply.
 * @returns the last of them that is `baja`, else the first of the others; `isLast`: only `baja` is obeyed, and the limit is said
 */
async function skipExcess(sql: Db, phone: string): Promise<(Message & { isLast: boolean }) | undefined> {
  const listed = await listConversation(sql, phone)
  const counted = listed.map((message, i) => ({ ...message, before: countBefore(listed, i) }))
  const waiting = counted.filter(({ isHandled }) => !isHandled)
  const first = waiting.findIndex(({ before }) => before <= MAX_PER_MINUTE)
  const excess = first < 0 ? waiting : waiting.slice(0, first)
  const optOut = excess.findLast(isOptOut)
  const skipped = excess.filter((message) => message !== optOut)
  if (skipped.length > 0) await skip(sql, skipped)
  if (optOut) return { ...optOut, isLast: true }
  const message = waiting[first]
  return message && { ...message, isLast: message.before === MAX_PER_MINUTE }
}

/** How many of the messages before it were sent within a minute, counted to one past the limit. */
function countBefore(listed: Message[], i: number): number {
  const since = Date.parse(listed[i]!.sentAt) - 60_000
  return listed
    .slice(Math.max(0, i - MAX_PER_MINUTE - 1), i)
    .filter(({ sentAt }) => Date.parse(sentAt) > since).length
}

/** Messages of a person that wait, after those that they are counted with. */
const listConversation = (sql: Db, phone: string) => sql<Listed[]>`
  with first as (
    select n from whatsapp_messages where phone = ${phone} and handled_at is null order by n limit 1
  )
  (
    select ${messageColumns(sql)}, true as is_handled
    from whatsapp_messages
    where phone = ${phone} and n < (select n from first)
    order by n desc
    limit ${MAX_PER_MINUTE + 1}
  )
  union all
  (
    select ${messageColumns(sql)}, false
    from whatsapp_messages
    where phone = ${phone} and handled_at is null
    order by n
    limit ${MAX_MESSAGES}
  )
  order by n`

async function skip(sql: Db, messages: Message[]): Promise<void> {
  const { count: skipped } = await sql`
    update whatsapp_messages
    set handled_at = statement_timestamp(), outcome = 'silent'
    where wamid in (
      select wamid
      from whatsapp_messages
      where wamid = any(${messages.map(({ wamid }) => wamid)}) and handled_at is null
      for update skip locked
    )`
  count('inbound', { result: 'silent' }, skipped)
}

async function retryLater(sql: Db, { wamid, attempts }: Message): Promise<void> {
  const wait = RETRIES[attempts]
  await sql`
    update whatsapp_messages
    set
      attempts = attempts + 1,
      retry_at = statement_timestamp() + make_interval(secs => ${wait ?? 0}),
      handled_at = ${wait === undefined ? sql`statement_timestamp()` : null},
      outcome = ${wait === undefined ? 'failed' : null}
    where wamid = ${wamid} and handled_at is null`
  if (wait === undefined) count('inbound', { result: 'failed' })
}
