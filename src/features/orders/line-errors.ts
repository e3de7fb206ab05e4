import { invalidAll, type ApiError, type Issue } from '../../core/errors/errors.ts'
import type { OrderLine } from './merge-items.ts'
import type { NewItem } from './order.ts'

export type WrongVariants = { outcome: 'variant_not_found' | 'price_on_request'; missing: number[] }

/** Of a product's first line: db/functions/price_by_quantity.sql. `quantity` is that of the whole product. */
export type WrongQuantity = { n: number } & QuantityProblem
export type QuantityProblem = { quantity: number } & ({ minimum: number } | { step: number })

const variantErrors = {
  variant_not_found: { reason: 'not_found', message: 'La variante no existe o no está a la venta' },
  price_on_request: { reason: 'invalid', message: 'Su precio se consulta con la tienda antes de pedirlo' },
}

export function wrongVariants({ outcome, missing }: WrongVariants, lines: OrderLine[]): ApiError {
  const issues = missing
    .flatMap((n) => lines[n]!.positions)
    .toSorted((a, b) => a - b)
    .map((position) => ({ field: `items.${position}.variantId`, ...variantErrors[outcome] }))
  return invalidAll(issues as [Issue, ...Issue[]])
}

/** What must be done about the quantity of a product, whatever its variants. */
export function quantityProblem(problem: QuantityProblem): string {
  const { quantity } = problem
  if ('minimum' in problem) return `Se piden ${problem.minimum} como mínimo, y son ${quantity}`
  const { step } = problem
  const rest = quantity % step
  const fewer = quantity > step ? ` o quita ${rest}` : ''
  return `Se vende de a ${step}, y son ${quantity}: agrega ${step - rest}${fewer}`
}

/** 400 at the first item of each product. */
export function wrongQuantities(wrong: WrongQuantity[], lines: OrderLine[]): ApiError {
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

export function outOfStock(
  short: { n: number; available: number }[],
  lines: OrderLine[],
  items: NewItem[],
): ApiError {
  const shortages = short.toSorted((a, b) => a.n - b.n)
  const issues = shortages.map(({ n, available }) => ({
    field: `items.${positionShort(items, lines[n]!.variantId, available)}.quantity`,
    reason: 'out_of_stock',
    message: available === 0 ? 'Se agotó' : `Solo ${available === 1 ? 'queda' : 'quedan'} ${available}`,
    available,
  }))
  return invalidAll(issues as [Issue, ...Issue[]])
}
