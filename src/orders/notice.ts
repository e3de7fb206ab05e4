import { formatAmount } from '../core/values/money.ts'
import { itemText } from './message.ts'
import type { OrderRow } from './order.ts'

/** The fields of an order that the owner's notification needs. */
export type Notice = Pick<OrderRow, 'orderNumber' | 'customerName' | 'items' | 'total' | 'currency'>

/** Orders per message: all their numbers have to fit. */
export const MAX_ORDERS = 25

// WhatsApp takes 1,024 characters in all; the template's own words need some of them.
const longest = { numbers: 320, customer: 100, items: 280, total: 80 }

/** The four parameters of the template: order numbers, customer, items in short, total. One line each, never empty. */
export function noticeParameters(notices: Notice[]): [string, string, string, string] {
  return [
    oneLine(notices.map(({ orderNumber }) => orderNumber).join(', '), longest.numbers),
    customers(notices),
    items(notices),
    oneLine(sumPerCurrency(notices).join(' + '), longest.total),
  ]
}

/** What the log shows where there is no provider. The customer's name is only an initial in it. */
export function noticeText(notice: Notice): string {
  const initial = `${Array.from(notice.customerName)[0] ?? ''}.`
  const [number, customer, items, total] = noticeParameters([{ ...notice, customerName: initial }])
  return `Nuevo pedido ${number} de ${customer}: ${items}. Total: ${total}`
}

/** WhatsApp refuses a parameter with a newline, a tab, a run of spaces, or nothing in it, for good. */
export function oneLine(text: string, max: number): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  if (line.length <= max) return visible.test(line) ? line : '-'
  return `${line
    .slice(0, max - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`
}

/** A character that shows: a zero-width space is none. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u

function customers(notices: Notice[]): string {
  return fitting([...new Set(notices.map(({ customerName }) => customerName))], longest.customer)
}

function items(notices: Notice[]): string {
  return fitting(
    notices.flatMap((notice) => notice.items.map((item) => itemText(item))),
    longest.items,
  )
}

/** As many as fit, separated by commas, and how many more there are. The first is cut rather than left out. */
function fitting(parts: string[], max: number): string {
  const ending = (left: number) => (left === 0 ? '' : ` y ${left} más`)
  let text = oneLine(parts[0] ?? '', max - ending(parts.length - 1).length)
  let count = 1
  for (; count < parts.length; count++) {
    const longer = `${text}, ${oneLine(parts[count]!, max)}`
    if (longer.length + ending(parts.length - count - 1).length > max) break
    text = longer
  }
  return text + ending(parts.length - count)
}

const DIGITS = 4

/** One sum per currency. */
function sumPerCurrency(notices: Notice[]): string[] {
  const sums = new Map<string, bigint>()
  for (const { currency, total } of notices) sums.set(currency, (sums.get(currency) ?? 0n) + scaled(total))
  return [...sums].map(([currency, sum]) => formatAmount(unscaled(sum), currency))
}

// On the digits, not on the floating-point value.
function scaled(amount: number): bigint {
  const [whole = '0', fraction = ''] = amount.toFixed(DIGITS).split('.')
  return BigInt(whole + fraction)
}

const unscaled = (sum: bigint) => {
  const digits = String(sum).padStart(DIGITS + 1, '0')
  return Number(`${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`)
}
