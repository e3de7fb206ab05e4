import type { Image } from '../media/image.ts'
import type { Category } from '../categories/category.ts'
import type { Customer } from '../customers/customer.ts'
import type { Discount } from '../discounts/discount.ts'
import type { Order, OrderSummary } from '../orders/order.ts'
import type { Product } from '../products/product.ts'
import type { Review } from '../reviews/review.ts'
import type { ShippingOption } from '../shipping/shipping-option.ts'
import type { Store } from '../stores/store.ts'

/** The data of all examples: one store on one Saturday. */
export const site = 'https://vitrina.example'
const opened = '2026-01-12T16:20:41.118Z'
const changed = '2026-03-02T14:05:09.702Z'
const ordered = '2026-03-14T15:09:26.535Z'
const confirmed = '2026-03-14T15:31:02.214Z'

export const ids = {
  store: 'k3v9x2m7q4t8w1z5b6n0c8d2',
  coffee: 'p7f2h9c4s6k1m8x3w5b0t2dq',
  image: 'i4m8x2c6v0n3b7k1s5t9h2wq',
  honey: 'p1n8b5r3y7d2g6j9v4z0m5ka',
  pound: 'v5c1t8m3q7x2h6w9k4b0f2ns',
  bag: 'v9d4k7s2f6n1p8y3r5x0g3ht',
  jar: 'v2j6m1w8z4b9q3c7h5t0k8rd',
  category: 'c8w3q5x1n7k2d9h4f6m0b7vs',
  shipping: 's4h8y2k6d1w9t3v7c5n0x1pb',
  discount: 'd6b1n9f4x8m2k7c3q5w0z4ht',
  order: 'o2m7d4w9h1x6b3k8t5q0v9cf',
  customer: 'u9t3c6h1b8x4w2n7k5d0f6mq',
  review: 'r5x8k2v6c1n9w4b7h3m0d2tq',
}

export const store: Store = {
  id: ids.store,
  name: 'Café de la Antigua',
  slug: 'cafe-antigua',
  description: 'Café de Huehuetenango y miel de Ixcán, tostado y envasado cada martes en Antigua Guatemala.',
  whatsappNumber: '+50255551234',
  currency: 'GTQ',
  messageTemplate: '¡Hola, {{tienda}}! Hice el pedido {{pedido}}:\n{{productos}}\nTotal: {{total}}',
  address: '5a avenida norte 28, Antigua Guatemala',
  instagram: 'cafedelaantigua',
  paymentInstructions: 'Banco Industrial, monetaria 123-456789-0, a nombre de Café de la Antigua.',
  minimumOrder: 50,
  freeShippingFrom: 400,
  hours: {
    tue: [
      ['09:00', '13:00'],
      ['14:00', '18:00'],
    ],
    sat: [['09:00', '13:00']],
  },
  timeZone: 'America/Guatemala',
  closedUntil: null,
  closedMessage: null,
  ordersWhileClosed: true,
  allowedOrigins: ['https://cafeantigua.example'],
  plan: 'pro',
  billingState: 'active',
  url: `${site}/cafe-antigua`,
  createdAt: opened,
  updatedAt: changed,
}

/** The fields of a newly created store. */
export const newStore = {
  plan: 'free',
  description: null,
  messageTemplate: null,
  address: null,
  instagram: null,
  paymentInstructions: null,
  minimumOrder: null,
  freeShippingFrom: null,
  hours: null,
} as const

export const image: Image = {
  id: ids.image,
  url: `${site}/media/${ids.store}/fotos/${ids.image}.jpg`,
  width: 1536,
  height: 2048,
}

const counted = { isActive: true, imageUrl: null }

export const coffee: Product = {
  id: ids.coffee,
  name: 'Café de Huehuetenango',
  slug: 'cafe-de-huehuetenango',
  description: 'Tueste medio, de altura. Notas de cacao, naranja y panela.',
  price: 85,
  comparePrice: 98,
  imageUrl: 'https://imagenes.example/cafe-de-huehuetenango.jpg',
  images: [
    { url: 'https://imagenes.example/cafe-de-huehuetenango.jpg', alt: 'Bolsa de café junto a una taza' },
    { url: image.url, alt: null },
  ],
  isActive: true,
  categoryId: ids.category,
  options: [{ name: 'Tamaño', values: ['340 g', '1 libra'] }],
  variants: [
    { id: ids.bag, name: 'Bolsa de 340 g', price: 85, optionValues: ['340 g'], stock: 24, ...counted },
    { id: ids.pound, name: 'Bolsa de 1 libra', price: 115, optionValues: ['1 libra'], stock: 3, ...counted },
  ],
  createdAt: opened,
  updatedAt: changed,
}

export const honey: Product = {
  id: ids.honey,
  name: 'Miel de Ixcán',
  slug: 'miel-de-ixcan',
  description: 'Cruda y sin filtrar, de flor de café.',
  price: 55,
  comparePrice: null,
  imageUrl: 'https://imagenes.example/miel-de-ixcan.jpg',
  images: [{ url: 'https://imagenes.example/miel-de-ixcan.jpg', alt: null }],
  isActive: true,
  categoryId: null,
  options: [],
  variants: [{ id: ids.jar, name: 'Única', price: 55, optionValues: [], stock: null, ...counted }],
  createdAt: opened,
  updatedAt: opened,
}

export const category: Category = {
  id: ids.category,
  name: 'Cafés de origen',
  slug: 'cafes-de-origen',
  position: 0,
  isActive: true,
  productCount: 6,
  createdAt: opened,
  updatedAt: opened,
}

export const discount: Discount = {
  id: ids.discount,
  code: 'BIENVENIDA10',
  type: 'percentage',
  value: 10,
  minOrderTotal: 150,
  maxUses: 200,
  startsAt: '2026-03-01T06:00:00.000Z',
  expiresAt: '2026-04-01T06:00:00.000Z',
  isActive: true,
  usedCount: 37,
  createdAt: changed,
  updatedAt: ordered,
}

export const shipping: ShippingOption = {
  id: ids.shipping,
  name: 'Guatex a domicilio',
  price: 38,
  kind: 'delivery',
  description: 'A cualquier municipio; se paga con el pedido.',
  estimatedDelivery: '1 a 2 días hábiles',
  position: 0,
  isActive: true,
  createdAt: opened,
  updatedAt: opened,
}

const lines = [
  { productName: coffee.name, variantName: 'Bolsa de 340 g', quantity: 2, unitPrice: 85, subtotal: 170 },
  { productName: honey.name, variantName: null, quantity: 1, unitPrice: 55, subtotal: 55 },
]

export const summary: OrderSummary = {
  id: ids.order,
  orderNumber: 'PED-7K3QXM',
  status: 'pending',
  customerName: 'Ana Morales',
  customerPhone: '+50255559876',
  items: lines,
  currency: 'GTQ',
  subtotal: 225,
  discount: { code: 'BIENVENIDA10', amount: 22.5 },
  total: 240.5,
  notes: 'Molido para prensa francesa, por favor.',
  deliveryKind: 'delivery',
  wantedAt: '2026-03-17T16:00:00.000Z',
  notifyCustomer: true,
  isTest: false,
  createdAt: ordered,
}

export const order: Order = {
  ...summary,
  items: [
    { productId: ids.coffee, variantId: ids.bag, ...lines[0]! },
    { productId: ids.honey, variantId: ids.jar, ...lines[1]! },
  ],
  customerAddress: '5a calle oriente 12, Antigua Guatemala',
  shippingOption: { name: shipping.name, price: shipping.price },
  nextStatuses: ['confirmed', 'cancelled'],
  timeline: [{ status: 'pending', at: ordered, by: 'shopper' }],
  notification: { state: 'DELIVERED', updatedAt: '2026-03-14T15:09:31.820Z', reason: null },
  updatedAt: ordered,
}

export const confirmedOrder: Order = {
  ...order,
  status: 'confirmed',
  nextStatuses: ['shipped', 'cancelled'],
  timeline: [...order.timeline, { status: 'confirmed', at: confirmed, by: 'api' }],
  updatedAt: confirmed,
}

export const customer: Customer = {
  id: ids.customer,
  name: 'Ana Morales',
  phone: '+50255559876',
  address: '5a calle oriente 12, Antigua Guatemala',
  orderCount: 4,
  totalSpent: 612.5,
  currency: 'GTQ',
  firstOrderAt: '2026-01-24T18:42:10.090Z',
  lastOrderAt: ordered,
  createdAt: '2026-01-24T18:42:10.090Z',
  updatedAt: ordered,
}

export const review: Review = {
  id: ids.review,
  productId: ids.coffee,
  productName: coffee.name,
  name: 'Lucía Batz',
  text: 'Llegó recién tostado y al día siguiente. En prensa sabe a naranja.',
  rating: 5,
  status: 'pending',
  verifiedPurchase: true,
  createdAt: '2026-03-14T19:48:55.301Z',
  updatedAt: '2026-03-14T19:48:55.301Z',
}
