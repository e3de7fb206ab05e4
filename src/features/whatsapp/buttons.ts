import { t, type Localized } from '../../core/texts/text.ts'

/** Returned when one is tapped. Whoever handles it checks again that its sender is the store's number; at most 128 characters. */
export type Tap =
  | { verb: 'order'; storeId: string; orderId: string; step: OrderStep; at: string | null }
  | { verb: 'batch'; storeId: string; batchId: string; step: OrderStep }
  | { verb: 'apply' | 'drop'; n: string }
  | { verb: 'undo'; storeId: string; changeId: string }
  | { verb: 'choose'; n: string; choice: string }
  | { verb: 'store'; n: string; storeId: string }

/** What a button does to an order. `no-stock`, `closed` and `too-far` cancel it, for that reason. */
const orderSteps = ['confirm', 'reject', 'no-stock', 'closed', 'too-far', 'ship', 'deliver', 'show'] as const
export type OrderStep = (typeof orderSteps)[number]

type QuickReply = { id: string; title: Localized }

/** The buttons of a notice, in the order in which its template declares them: of several orders they are about all of them. */
export function noticeButtons(
  storeId: string,
  orderIds: string[],
  batchId: string,
): [QuickReply, QuickReply] {
  const [only, ...others] = orderIds
  const idOf = (step: OrderStep) =>
    others.length === 0 && only !== undefined
      ? orderButton(storeId, only, step)
      : `batch:${storeId}:${batchId}:${step}`
  return [
    { id: idOf('confirm'), title: t('Confirmar') },
    { id: idOf('reject'), title: t('No puedo') },
  ]
}

/** @param at when a step was offered, in seconds since 1970: it lapses; without it the step does not */
export const orderButton = (storeId: string, orderId: string, step: OrderStep, at?: number) =>
  `order:${storeId}:${orderId}:${step}${at === undefined ? '' : `:${at}`}`

export const applyButton = (n: number) => `apply:${n}`
export const dropButton = (n: number) => `drop:${n}`
export const undoButton = (storeId: string, changeId: string) => `undo:${storeId}:${changeId}`
export const chooseButton = (n: number | string, choice: string) => `choose:${n}:${choice}`
export const storeButton = (n: number, storeId: string) => `store:${n}:${storeId}`

/** Undefined for what is no id of ours. */
export function parseTap(payload: string): Tap | undefined {
  const [verb, first = '', second = '', step = '', at] = payload.split(':')
  const isNumber = /^\d{1,15}$/.test(first)
  switch (verb) {
    case 'order':
      return isStep(step)
        ? {
            verb,
            storeId: first,
            orderId: second,
            step,
            at: at !== undefined && /^\d{1,12}$/.test(at) ? at : null,
          }
        : undefined
    case 'batch':
      return isStep(step) ? { verb, storeId: first, batchId: second, step } : undefined
    case 'apply':
    case 'drop':
      return isNumber ? { verb, n: first } : undefined
    case 'undo':
      return { verb, storeId: first, changeId: second }
    case 'choose':
      return isNumber ? { verb, n: first, choice: second } : undefined
    case 'store':
      return isNumber ? { verb, n: first, storeId: second } : undefined
    case undefined:
    default:
      return undefined
  }
}

const isStep = (text: string): text is OrderStep => (orderSteps as readonly string[]).includes(text)
