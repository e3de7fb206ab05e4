import { formatExact, fromNumber, sum } from '../../core/values/exact-amount.ts'
import { defaultLanguage, type Language } from '../../core/texts/language.ts'
import { t } from '../../core/texts/text.ts'
import { itemTextInFull } from './message.ts'
import { MAX_AREA_NAME } from '../shipping/area.ts'
import { paymentStateName } from './payment.ts'
import type { OrderRow } from './order-row.ts'

export type Notice = Pick<
  OrderRow,
  | 'orderNumber'
  | 'customerName'
  | 'phoneVerified'
  | 'tableName'
  | 'shippingArea'
  | 'items'
  | 'total'
  | 'currency'
  | 'paymentState'
  | 'payment'
>

/** Orders per message: all their numbers have to fit. */
export const MAX_ORDERS = 25

// WhatsApp takes 1,024 characters in all; the template's own words need some of them.
const maxLengths = { numbers: 350, customer: 100, items: 280, total: 80 }

/** The four parameters of the template: order numbers, customer, items in short, total. One line each, never empty. */
export function noticeParameters(notices: Notice[], language: Language): [string, string, string, string] {
  return [
    numbers(notices, language),
    customers(notices, language),
    placeOf(notices, language) + items(notices, language),
    oneLine(sumPerCurrency(notices).join(' + ') + paymentOf(notices, language), maxLengths.total),
  ]
}

function placeOf([notice, ...others]: Notice[], language: Language): string {
  if (!notice || others.length > 0) return ''
  const { tableName, shippingArea } = notice
  if (tableName) return `${t('Mesa {name}', { name: tableName }).in(language)}: `
  return shippingArea ? `${oneLine(shippingArea, MAX_AREA_NAME)}: ` : ''
}

/**
 * The order numbers, and whose phone is confirmed. Of several orders with some each of those is marked. Beside the number, because a
 * shopper can write anything into a name.
 */
function numbers(notices: Notice[], language: Language): string {
  const verified = notices.filter(({ phoneVerified }) => phoneVerified)
  const all = oneLine(notices.map(({ orderNumber }) => orderNumber).join(', '), maxLengths.numbers)
  if (verified.length === 0) return all
  if (verified.length === notices.length) {
    const count = verified.length
    const are = t('{count, plural, one {teléfono confirmado} other {teléfonos confirmados}}', { count })
    return `${all} (${are.in(language)})`
  }
  const marked = notices.map(({ orderNumber, phoneVerified }) => orderNumber + (phoneVerified ? ' ✓' : ''))
  return `${oneLine(marked.join(', '), maxLengths.numbers)} (✓: ${t('teléfono confirmado').in(language)})`
}

function paymentOf([notice, ...others]: Notice[], language: Language): string {
  if (!notice?.payment || !notice.paymentState || others.length > 0) return ''
  return ` (${notice.payment.name}, ${paymentStateName(notice.paymentState).in(language)})`
}

/** The line for the log where no provider is configured. It has only the customer's initial. */
export function noticeText(notice: Notice): string {
  const initial = `${Array.from(notice.customerName)[0] ?? ''}.`
  const [number, customer, items, total] = noticeParameters(
    [{ ...notice, customerName: initial }],
    defaultLanguage,
  )
  return `Nuevo pedido ${number} de ${customer}: ${items}. Total: ${total}`
}

/**
 * One line of text for a parameter: WhatsApp permanently rejects newlines, tabs, runs of spaces and empty parameters. What could be
 * opened as the address of a page is broken up by spaces, because anybody can write it into an order.
 */
export function oneLine(text: string, max: number): string {
  const line = text
    .toWellFormed()
    .replaceAll(/(?<=\S)(?:\.(?=\p{L})|:?\/\/)/gu, '$& ')
    .replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  if (line.length <= max) return VISIBLE_CHARACTER.test(line) ? line : '-'
  return `${line
    .slice(0, max - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`
}

/** A character that is visible; a zero-width space is not. */
const VISIBLE_CHARACTER = /[^\s\p{Default_Ignorable_Code_Point}]/u

function customers(notices: Notice[], language: Language): string {
  const names = new Set(notices.map(({ customerName }) => customerName))
  return joinWithin([...names], maxLengths.customer, language)
}

function items(notices: Notice[], language: Language): string {
  return joinWithin(
    notices.flatMap((notice) => notice.items.map(itemTextInFull)),
    maxLengths.items,
    language,
  )
}

/** Joins as many parts as fit, and says how many more there are. The first part is truncated rather than left out. */
function joinWithin(parts: string[], max: number, language: Language): string {
  const restText = (left: number) =>
    left === 0 ? '' : ` ${t('y {left} más', { left: String(left) }).in(language)}`
  let text = oneLine(parts[0] ?? '', max - restText(parts.length - 1).length)
  let count = 1
  for (; count < parts.length; count++) {
    const longer = `${text}, ${oneLine(parts[count]!, max)}`
    if (longer.length + restText(parts.length - count - 1).length > max) break
    text = longer
  }
  return text + restText(parts.length - count)
}

const sumPerCurrency = (notices: Notice[]): string[] =>
  [...Map.groupBy(notices, ({ currency }) => currency)].map(([currency, some]) =>
    formatExact(sum(some.map(({ total }) => fromNumber(total))), currency),
  )
