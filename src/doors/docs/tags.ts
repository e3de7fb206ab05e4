type Tag = { name: string; description: string; addresses: RegExp }

const tagged: Tag[] = [
  {
    name: 'Compra',
    description: 'Lo que hace quien compra: sin clave, con límites por dirección de red.',
    addresses: /^\/api\/(orders|reviews|check-slug|catalog)\b/,
  },
  { name: 'Tienda', description: 'Los datos y ajustes de la tienda.', addresses: /^\/api\/v1\/store$/ },
  {
    name: 'Productos',
    description: 'El catálogo, con variantes y precios.',
    addresses: /^\/api\/v1\/(products|modifier-groups|images|imports|exports)\b/,
  },
  {
    name: 'Categorías',
    description: 'Cómo se agrupan los productos.',
    addresses: /^\/api\/v1\/categories\b/,
  },
  { name: 'Pedidos', description: 'Los pedidos recibidos y su estado.', addresses: /^\/api\/v1\/orders\b/ },
  {
    name: 'Pagos',
    description: 'Las formas de pago de la tienda.',
    addresses: /^\/api\/v1\/payment-methods\b/,
  },
  {
    name: 'Descuentos',
    description: 'Códigos que bajan el total de un pedido.',
    addresses: /^\/api\/v1\/discounts\b/,
  },
  {
    name: 'Reseñas',
    description: 'Lo que opinan quienes compran, y su moderación.',
    addresses: /^\/api\/v1\/reviews\b/,
  },
  {
    name: 'Clientes',
    description: 'Quienes han pedido, con su historial.',
    addresses: /^\/api\/v1\/customers\b/,
  },
  {
    name: 'Estadísticas',
    description: 'Ventas, conversión y productos más vendidos.',
    addresses: /^\/api\/v1\/stats\b/,
  },
  {
    name: 'Envíos',
    description: 'Cómo llega un pedido y cuánto cuesta.',
    addresses: /^\/api\/v1\/shipping\b/,
  },
  {
    name: 'Webhooks',
    description: 'A qué direcciones se envían los eventos de la tienda, y sus entregas.',
    addresses: /^\/api\/v1\/store\/webhooks\b/,
  },
  {
    name: 'Configuración guardada',
    description: 'Lecturas de lo que la tienda tiene configurado: guía, equipo, conexiones y temas.',
    addresses: /^\/api\/v1\/store\//,
  },
  {
    name: 'Actividad',
    description: 'Quién cambió qué en la tienda, y cómo deshacerlo.',
    addresses: /^\/api\/v1\/changes\b/,
  },
  {
    name: 'Cuenta',
    description: 'Las tiendas de una cuenta, con una clave de cuenta.',
    addresses: /^\/api\/v1\/stores\b/,
  },
  {
    name: 'Servicio',
    description: 'Sondas y este documento.',
    addresses: /^\/api\/(health|ready|domains\/allowed|v1\/openapi\.json)$/,
  },
  {
    name: 'Proveedores',
    description: 'Avisos firmados que otros servicios envían a este.',
    addresses: /^\/api\/(whatsapp|billing|payments)\b/,
  },
  {
    name: 'Asistentes',
    description: 'La misma API como herramientas para asistentes.',
    addresses: /^\/api\/mcp\b/,
  },
]

export const tags = tagged.map(({ name, description }) => ({ name, description }))

export function tagOf(url: string): string | undefined {
  return tagged.find(({ addresses }) => addresses.test(url))?.name
}
