import type { DemoShop } from '../shop.ts'
import { customers } from './customers.ts'
import { bakeryProducts } from './products.ts'

const everyDay = [
  ['07:00', '13:30'],
  ['16:00', '20:30'],
]

/** A bakery of a neighbourhood of Buenos Aires. */
export const bakery: DemoShop = {
  store: {
    name: 'La Espiga de Boedo',
    slug: 'la-espiga',
    currency: 'ARS',
    whatsappNumber: '+5491155550142',
  },
  settings: {
    description: `Panadería de barrio desde 1974. Masa madre de treinta horas, facturas que salen a las siete y tortas por encargo.

Pide antes de las 20 h y lo tienes mañana, o pasa a buscarlo por el mostrador.`,
    address: 'Av. Boedo 745, Buenos Aires',
    instagram: 'laespigadeboedo',
    hours: {
      tue: everyDay,
      wed: everyDay,
      thu: everyDay,
      fri: everyDay,
      sat: everyDay,
      sun: [['07:30', '14:00']],
    },
    paymentInstructions: `Transferencia al alias ESPIGA.BOEDO.PAN, a nombre de La Espiga SRL.
O en efectivo al recibir.`,
    minimumOrder: 6000,
    freeShippingFrom: 40_000,
  },
  theme: { id: 'lino', settings: { accent: '#b4541f' } },
  shippingOptions: [
    {
      name: 'Retiro en el local',
      price: 0,
      kind: 'pickup',
      description: 'Por el mostrador, con tu número de pedido.',
      estimatedDelivery: 'En 30 minutos',
    },
    {
      name: 'Bicicleta, Boedo y alrededores',
      price: 2500,
      description: 'Boedo, Almagro, Caballito y Parque Patricios.',
      estimatedDelivery: 'En 1 hora',
    },
    {
      name: 'Moto, resto de la ciudad',
      price: 4800,
      description: 'Las tortas viajan en caja rígida.',
      estimatedDelivery: 'El mismo día',
    },
  ],
  discounts: [{ code: 'DOMINGO10', type: 'percentage', value: 10, minOrderTotal: 15_000 }],
  categories: {
    panes: 'Panes',
    facturas: 'Facturas',
    tortas: 'Tortas y tartas',
    salados: 'Salados',
    bebidas: 'Bebidas',
  },
  products: bakeryProducts,
  approved: [
    ['pan-de-campo', 'Graciela P.', 5, 'La corteza cruje hasta el segundo día. El mejor del barrio.', 2],
    ['pan-de-campo', 'Tomás R.', 5, 'Pedí a la noche y a las ocho estaba en casa, todavía tibio.', 11],
    ['medialunas-manteca', 'Julieta S.', 5, 'Brillantes, húmedas y con gusto a manteca de verdad.', 1],
    ['medialunas-manteca', 'Hernán B.', 4, 'Riquísimas. Los domingos conviene pedir temprano.', 8],
    ['docena-surtida', 'Camila F.', 5, 'Vino todo separado con papel, llegó perfecto a la oficina.', 4],
    ['chocotorta', 'Micaela D.', 5, 'Igual a la de mi abuela, y eso es decir mucho.', 6],
    ['rogel', 'Ignacio V.', 5, 'Ocho capas finitas y merengue alto. No quedó ni una miga.', 15],
    ['empanadas', 'Rocío L.', 5, 'La de carne tiene aceituna y huevo, como corresponde.', 3],
    ['limonada', 'Federico A.', 4, 'Fresca y poco dulce. Ojalá hubiera de un litro.', 9],
    ['baguette', 'Nicolás G.', 5, 'La de las cinco de la tarde no llega entera a casa.', 5],
    ['sandwiches-de-miga', 'Agustina M.', 5, 'Pan húmedo y relleno parejo. Volaron en el cumpleaños.', 13],
    ['cafe-con-leche', 'Bruno L.', 4, 'Rico y bien caliente. El chico alcanza.', 7],
  ], // prettier-ignore
  pending: [
    ['focaccia', 'Florencia B.', 5, 'El romero se siente apenas se abre la bolsa.', 0],
    ['alfajores', 'Santiago P.', 4, 'Muy ricos. La caja llegó un poco golpeada.', 1],
  ],
  customers,
}
