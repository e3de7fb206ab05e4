const placeholders = [
  'orderNumber',
  'customerName',
  'customerPhone',
  'customerAddress',
  'table',
  'mapUrl',
  'items',
  'subtotal',
  'discount',
  'shipping',
  'total',
  'notes',
  'storeName',
  'trackingUrl',
  'wantedAt',
  'paymentInstructions',
  'paymentMethod',
] as const

export type Values = Record<(typeof placeholders)[number], string>

const spanishNames = new Map<string, keyof Values>([
  ['pedido', 'orderNumber'],
  ['cliente', 'customerName'],
  ['telefono', 'customerPhone'],
  ['direccion', 'customerAddress'],
  ['mesa', 'table'],
  ['mapa', 'mapUrl'],
  ['productos', 'items'],
  ['descuento', 'discount'],
  ['envio', 'shipping'],
  ['notas', 'notes'],
  ['tienda', 'storeName'],
  ['seguimiento', 'trackingUrl'],
  ['cuando', 'wantedAt'],
  ['pago', 'paymentInstructions'],
  ['metodo', 'paymentMethod'],
])

// Spaces are trimmed afterwards: `\s*` around the name would backtrack cubically.
const placeholder = /\{\{([^{}]*)\}\}/g

export function unknownPlaceholders(template: string): string[] {
  return [...template.matchAll(placeholder)]
    .map(([, name]) => name!.trim())
    .filter((name) => !placeholderNamed(name))
}

// In one pass, so that placeholders inside values, such as a customer's name, are not replaced.
export function renderTemplate(template: string, values: Values): string {
  return template.replaceAll(placeholder, (written, name: string) => {
    const known = placeholderNamed(name.trim())
    return known ? values[known] : written
  })
}

function placeholderNamed(name: string): keyof Values | undefined {
  return placeholders.find((known) => known === name) ?? spanishNames.get(name)
}
