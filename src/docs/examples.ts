import type { Components } from './components.ts'

type Schema = { [keyword: string]: unknown }

const id = 'k3v9x2m7q4t8w1z5b6n0c8d2'

/** What fields are shown with where their schema gives no example, by name; `Component.field` goes first. */
const values: Record<string, unknown> = {
  'Customer.name': 'Ana Morales',
  'Review.name': 'Ana Morales',
  'Review.text': 'Muy aromático, llegó al día siguiente.',
  'Store.name': 'Café de la Antigua',
  'Category.name': 'Café en grano',
  'Category.slug': 'cafe-en-grano',
  'ShippingOption.name': 'Mensajería en la ciudad',
  address: '5a calle oriente 12, Antigua Guatemala',
  amount: 15,
  categoryId: id,
  code: 'VERANO10',
  comparePrice: 145,
  currency: 'GTQ',
  customerAddress: '5a calle oriente 12, Antigua Guatemala',
  customerName: 'Ana Morales',
  customerPhone: '+50255551234',
  day: '2026-03-14',
  description: 'Tueste medio, notas de cacao y panela.',
  duration: 184,
  estimatedDelivery: '1 a 2 días',
  hint: null,
  id,
  imageUrl: 'https://imagenes.example/cafe-de-altura.jpg',
  limit: 50,
  messageTemplate: '¡Hola! Quiero confirmar mi pedido {{pedido}} por {{total}}.',
  name: 'Café de altura',
  notes: 'Tocar el timbre dos veces',
  offset: 0,
  orderNumber: 'PED-7K3QXM',
  phone: '+50255551234',
  position: 0,
  price: 120,
  productName: 'Café de altura',
  quantity: 2,
  rating: 5,
  reason: null,
  search: 'café',
  sessionId: 's-5d0f2c',
  slug: 'cafe-de-altura',
  status: 200,
  storeId: id,
  subtotal: 240,
  text: 'Muy aromático, llegó al día siguiente.',
  timeZone: 'America/Guatemala',
  total: 240,
  unitPrice: 120,
  url: 'https://vitrina.example/cafe-antigua',
  value: 10,
  variantName: '500 g',
  whatsappNumber: '+50255551234',
}

/** An example that the schema accepts, made of the examples of its parts. */
export function exampleOf(schema: Schema, components: Components, field = '', owner = ''): unknown {
  const { $ref, examples, default: usual, enum: choices, anyOf, allOf } = schema as Record<string, never>
  if ($ref) {
    const name = String($ref).split('/').at(-1)!
    return exampleOf(components.schemas[name]!, components, field, name)
  }
  if (examples) return examples[0]
  if ('const' in schema) return schema['const']
  if (choices) return choices[0]
  if (usual !== undefined) return usual
  if (allOf) {
    const parts = (allOf as Schema[]).map((part) => exampleOf(part, components, field, owner) as object)
    return Object.assign({}, ...parts)
  }
  if (anyOf) return exampleOf(anyOf[0], components, field, owner)
  return ofType(schema, components, field, owner)
}

function ofType(schema: Schema, components: Components, field: string, owner: string): unknown {
  const type = [schema['type']].flat()[0]
  const value = values[`${owner}.${field}`] ?? values[field]
  if (type === 'object') return ofProperties(schema, components, owner)
  if (type === 'array')
    return [exampleOf(schema['items'] as Schema, components, field.replace(/s$/, ''), owner)]
  if (schema['format'] === 'date-time') return '2026-03-14T15:09:26.535Z'
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number')
    return typeof value === 'number' ? value : (schema['minimum'] ?? 1)
  if (typeof value === 'string') return value
  if (/id$/i.test(field)) return id
  if (/url$/i.test(field)) return 'https://vitrina.example'
  return type === 'string' ? 'texto' : null
}

function ofProperties({ properties = {} }: Schema, components: Components, owner: string) {
  return Object.fromEntries(
    Object.entries(properties as Record<string, Schema>).map(([name, property]) => [
      name,
      exampleOf(property, components, name, owner),
    ]),
  )
}
