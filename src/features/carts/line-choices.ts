import { MAX_MODIFIERS, MAX_OF_CHOICE } from '../orders/order.ts'

/** A choice of a line. In an address `ref` begins the choice's id; elsewhere it is the whole id. */
export type ChoiceRef = { ref: string; quantity: number }

/**
 * Characters of a choice's id in an address: its ids are random, so that five tell one of a product's 500 at most. A place in the
 * list would be shorter, but would mean another choice once the owner sorts, adds or removes one.
 */
const REF_LENGTH = 5

/** The shortest beginning of an id that no other of `ids` has. */
export function refOf(id: string, ids: string[] = []): string {
  let length = REF_LENGTH
  while (ids.some((other) => other !== id && other.startsWith(id.slice(0, length)))) length++
  return id.slice(0, length)
}

/** `k3f9a.x8sd2-2`: sorted, so that the same choices are the same text. */
export const choicesText = (choices: ChoiceRef[]): string =>
  choices
    .map(({ ref, quantity }) => (quantity === 1 ? ref : `${ref}-${quantity}`))
    .toSorted()
    .join('.')

/** The choices of an address; those that can't be one are dropped. */
export function readChoices(text: string): ChoiceRef[] {
  const found = new Map<string, number>()
  for (const part of text.split('.').slice(0, MAX_MODIFIERS)) {
    const [, ref, quantity = '1'] = /^([a-z0-9]{5,64})(?:-(\d{1,2}))?$/.exec(part) ?? []
    if (ref) found.set(ref, Math.min(Math.max(Number(quantity), 1), MAX_OF_CHOICE))
  }
  return [...found].map(([ref, quantity]) => ({ ref, quantity }))
}
