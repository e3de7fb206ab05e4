import type { DemoShop } from '../shop.ts'
import { customers } from './customers.ts'
import { home } from './home.ts'
import { supplies } from './supplies.ts'
import { tools } from './tools.ts'

const day = [['08:30', '19:00']]

/** A hardware store in Puebla, with more than a hundred products. */
export const hardwareStore: DemoShop = {
  store: {
    name: 'Ferretería El Yunque',
    slug: 'el-yunque',
    currency: 'MXN',
    whatsappNumber: '+522225550142',
  },
  settings: {
    description: `Todo para la obra y para la casa, desde 1988. Lo que ves aquí está en el mostrador: las existencias son las de hoy.

¿No encuentras una medida? Escríbenos y la conseguimos.`,
    address: 'Av. 11 Sur 4107, Puebla',
    instagram: 'ferreteriaelyunque',
    hours: { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [['08:30', '15:00']] },
    paymentInstructions: `Transferencia a la CLABE 012 650 01234567890 1, a nombre de Ferretería El Yunque.
O con tarjeta o efectivo al recibir.`,
    minimumOrder: 100,
    freeShippingFrom: 1500,
  },
  theme: { id: 'tinta', settings: { accent: '#c4471b' } },
  shippingOptions: [
    {
      name: 'Recoger en mostrador',
      price: 0,
      kind: 'pickup',
      description: 'Tu pedido te espera surtido.',
      estimatedDelivery: 'En 1 hora',
    },
    {
      name: 'Camioneta, Puebla y Cholula',
      price: 89,
      description: 'También bultos, tubos y escaleras.',
      estimatedDelivery: 'El mismo día antes de las 14 h',
    },
    {
      name: 'Paquetería a todo México',
      price: 179,
      description: 'Hasta 20 kg; no viajan solventes ni tubos.',
      estimatedDelivery: '2 a 4 días hábiles',
    },
  ],
  discounts: [
    { code: 'OBRA5', type: 'percentage', value: 5, minOrderTotal: 3000 },
    { code: 'MAESTRO100', type: 'fixed', value: 100, minOrderTotal: 1000 },
  ],
  categories: {
    manuales: 'Herramienta manual',
    electricas: 'Herramienta eléctrica',
    tornilleria: 'Tornillería',
    plomeria: 'Plomería',
    electricidad: 'Electricidad',
    pintura: 'Pintura',
    jardin: 'Jardín',
    seguridad: 'Seguridad',
  },
  products: [...tools, ...supplies, ...home],
  approved: [
    ['taladro-inalambrico', 'Ing. Salgado', 5, 'Dos semanas en obra y la batería aguanta la jornada.', 4],
    ['pija-madera', 'Carpintería Rojas', 5, 'No se barren. Siempre tienen la medida.', 9],
    ['flexometro', 'Lupita H.', 4, 'Buen freno. El de 8 m pesa un poco.', 16],
    ['pintura-azul', 'Omar T.', 5, 'Cubrió en dos manos y el tono es el de la foto.', 12],
    ['botas', 'Ramiro C.', 5, 'Cómodas desde el primer día, pide tu número normal.', 20],
    ['martillo-una', 'Don Beto', 5, 'Bien balanceado, el grip no resbala ni con la mano mojada.', 7],
    ['multimetro', 'Lety S.', 5, 'Lo uso en el taller de la prepa. Mide bien y el manual viene en español.', 14],
    ['manguera-jardin', 'Arturo M.', 4, 'Buena manguera. Pedí la de 15 m y alcanza justo.', 22],
  ], // prettier-ignore
  pending: [
    ['brocha', 'Verónica J.', 5, 'No suelta pelo, ya voy por la segunda.', 0],
    ['regadera-jardin', 'Salvador P.', 3, 'Cumple, pero la cebolleta gotea un poco.', 1],
  ],
  customers,
}
