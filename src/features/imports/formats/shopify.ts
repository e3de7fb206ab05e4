import { type Format, ownKey } from './format.ts'

export const shopify: Format = {
  name: 'shopify',
  label: 'Shopify',
  isRecognised: (has) => has('handle', 'url handle'),
  headers: () => ({ backorders: ['Variant Inventory Policy', 'Continue selling when out of stock'] }),
  keyOf: () => ownKey,
  lossesOf: ([first]) =>
    /^(?:archived|archivado|unlisted)$/i.test(first?.cells.status ?? '') ? ['archived'] : [],
}
