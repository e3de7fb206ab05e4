import { invalidAll, type ApiError, type Issue } from '../../core/errors/errors.ts'
import { t, type Localized } from '../../core/texts/text.ts'
import { dayAndTime } from '../hours/format.ts'
import { nextOpening, zoneOf, type Hours } from '../hours/hours.ts'
import { wrongChoices, type ChoiceProblem } from './choice-errors.ts'
import type { OrderLine } from './merge-items.ts'
import type { NewItem } from './order.ts'

/** Why lines of an order can't be placed, by the positions of merged lines. */
export type LineError =
  | WrongVariants
  | { outcome: 'wrong_choices'; lines: { n: number; problems: ChoiceProblem[] }[] }
  | { outcome: 'wrong_quantities'; lines: WrongQuantity[] }
  | NotSoldThen
  | { outcome: 'out_of_stock'; short: { n: number; available: number }[] }

export function lineError(error: LineError, lines: OrderLine[], items: NewItem[]): ApiError {
  switch (error.outcome) {
    case 'variant_not_found':
    case 'price_on_request':
      return wrongVariants(error, lines)
    case 'wrong_choices':
      return wrongChoices(error.lines, lines, items)
    case 'wrong_quantities':
      return wrongQuantities(error.lines, lines)
    case 'not_sold_then':
      return notSoldThen(error, lines)
    case 'out_of_stock':
      return outOfStock(error.short, lines, items)
  }
}

type WrongVariants = { outcome: 'variant_not_found' | 'price_on_request'; missing: number[] }

/** Of a product's first line: db/functions/price_by_quantity.sql. `quantity` is that of the whole product. */
type WrongQuantity = { n: number } & QuantityProblem
export type QuantityProblem = { quantity: number } & ({ minimum: number } | { step: number })

const variantErrors = {
  variant_not_found: { reason: 'not_found', message: t('La variante no existe o no está a la venta') },
  price_on_request: { reason: 'invalid', message: t('Su precio se consulta con la tienda antes de pedirlo') },
}

function wrongVariants({ outcome, missing }: WrongVariants, lines: OrderLine[]): ApiError {
  const issues = missing
    .flatMap((n) => lines[n]!.positions)
    .toSorted((a, b) => a - b)
    .map((position) => ({ field: `items.${position}.variantId`, ...variantErrors[outcome] }))
  return invalidAll(issues as [Issue, ...Issue[]])
}

/** What must be done about the quantity of a product, whatever its variants. */
export function quantityProblem(problem: QuantityProblem): Localized {
  const { quantity } = problem
  if ('minimum' in problem)
    return t('Se piden {minimum} como mínimo, y son {quantity}', { minimum: problem.minimum, quantity })
  const { step } = problem
  const rest = quantity % step
  const more = step - rest
  return quantity > step
    ? t('Se vende de a {step}, y son {quantity}: agrega {more} o quita {rest}', {
        step,
        quantity,
        more,
        rest,
      })
    : t('Se vende de a {step}, y son {quantity}: agrega {more}', { step, quantity, more })
}

function wrongQuantities(wrong: WrongQuantity[], lines: OrderLine[]): ApiError {
  const issues = wrong.map(({ n, ...problem }) => ({
    field: `items.${lines[n]!.positions[0]}.quantity`,
    message: quantityProblem(problem),
    ...('minimum' in problem
      ? { reason: 'minimum', minimum: problem.minimum }
      : { reason: 'invalid', step: problem.step }),
  }))
  return invalidAll(issues as Issue[] as [Issue, ...Issue[]])
}

function positionShort(items: NewItem[], variantId: string, available: number): number {
  let sum = 0
  return items.findIndex((item) => {
    if (item.variantId === variantId) sum += item.quantity
    return sum > available
  })
}

function outOfStock(
  short: { n: number; available: number }[],
  lines: OrderLine[],
  items: NewItem[],
): ApiError {
  const shortages = short.toSorted((a, b) => a.n - b.n)
  const issues = shortages.map(({ n, available }) => ({
    field: `items.${positionShort(items, lines[n]!.variantId, available)}.quantity`,
    reason: 'out_of_stock',
    message:
      available === 0
        ? t('Se agotó')
        : t('Solo {available, plural, one {queda {available}} other {quedan {available}}}', { available }),
    available,
  }))
  return invalidAll(issues as [Issue, ...Issue[]])
}

type NotSoldThen = {
  outcome: 'not_sold_then'
  at: string
  timeZone: string | null
  currency: string
  lines: { n: number; hours: Hours }[]
}

function notSoldThen({ at, lines: closed, ...store }: NotSoldThen, lines: OrderLine[]): ApiError {
  const timeZone = zoneOf(store)
  const issues = closed
    .flatMap(({ n, hours }) => {
      const opening = nextOpening({ hours, timeZone, closedUntil: null }, Date.parse(at))
      const opensAt = opening === null ? null : new Date(opening).toISOString()
      const message =
        opensAt === null
          ? t('A esa hora no se vende')
          : t('A esa hora no se vende: vuelve el {time}', { time: dayAndTime(opensAt, timeZone) })
      const issue = { reason: 'closed', message, opensAt }
      return lines[n]!.positions.map((position) => ({ position, issue }))
    })
    .toSorted((a, b) => a.position - b.position)
    .map(({ position, issue }) => ({ field: `items.${position}.variantId`, ...issue }))
  return invalidAll(issues as Issue[] as [Issue, ...Issue[]])
}
