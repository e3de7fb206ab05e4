import { type Format, ownKey } from './format.ts'

export const tiendanube: Format = {
  name: 'tiendanube',
  label: 'Tiendanube',
  isRecognised: (has) => has('identificador de url', 'identificador url'),
  headers: () => ({
    isActive: ['Mostrar en tienda', 'Exibir na loja'],
    status: ['Visibilidad', 'Visibilidade'],
  }),
  dividesThousands: true,
  keyOf: () => ownKey,
  categories: { list: /(?<!\\),/, step: '>' },
}
