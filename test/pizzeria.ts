import { aModifierGroup, aProduct } from './factories.ts'
import type { Service } from './service.ts'

/** A pizza of two halves at the price of the dearer one, with a dough that must be chosen, and extras; and a drink. */
export async function aPizza(service: Service, store: { id: string; key: string }) {
  const halves = await aModifierGroup(service, store, {
    name: 'Mitades',
    minChoices: 2,
    maxChoices: 2,
    pricing: 'highest',
    choices: [{ name: 'Pepperoni', price: 20 }, { name: 'Hawaiana', price: 15 }, { name: 'Margarita' }],
  })
  const dough = await aModifierGroup(service, store, {
    name: 'Masa',
    minChoices: 1,
    maxChoices: 1,
    choices: [{ name: 'Delgada' }, { name: 'Gruesa', price: 5 }],
  })
  const extras = await aModifierGroup(service, store, {
    name: 'Extras',
    choices: [
      { name: 'Queso extra', price: 10, maxQuantity: 3 },
      { name: 'Aceitunas', price: 4.5 },
    ],
  })
  const product = await aProduct(service, store, {
    name: 'Pizza familiar',
    price: 80,
    slug: 'pizza',
    modifierGroupIds: [halves.id, dough.id, extras.id],
  })
  const { variants } = await aProduct(service, store, { name: 'Refresco', price: 12 })
  const variantId = product.variants[0]!.id
  return { halves, dough, extras, product, variantId, drink: variants[0]!.id }
}
