import type { DemoShop } from '../shop.ts'
import { customers } from './customers.ts'
import { clothes } from './products.ts'

const day = [['10:00', '19:00']]

/** A maker of clothes in San José de Costa Rica. */
export const clothesShop: DemoShop = {
  store: {
    name: 'Añil',
    slug: 'anil-ropa',
    currency: 'CRC',
    whatsappNumber: '+50688880142',
  },
  settings: {
    description: `Ropa hecha en San José, en series de treinta prendas y con telas que duran.

Cortamos, cosemos y teñimos en el mismo taller. Si una prenda no te queda, la cambiamos; si se descose, la arreglamos.`,
    address: 'Barrio Escalante, calle 33, San José',
    instagram: 'anil.taller',
    hours: { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [['10:00', '17:00']] },
    paymentInstructions: `SINPE Móvil al 8888-0142, a nombre de Añil Taller.
O transferencia a la cuenta CR05 0152 0200 1026 2840 66.`,
    freeShippingFrom: 60_000,
  },
  theme: { id: 'barro', settings: { accent: '#2f4d8c' } },
  shippingOptions: [
    {
      name: 'Recoger en el taller',
      price: 0,
      kind: 'pickup',
      description: 'Puedes probarte la prenda ahí mismo.',
      estimatedDelivery: 'El mismo día',
    },
    {
      name: 'Mensajero, Gran Área Metropolitana',
      price: 2500,
      description: 'San José, Heredia, Alajuela y Cartago.',
      estimatedDelivery: '1 día hábil',
    },
    {
      name: 'Correos de Costa Rica',
      price: 3200,
      description: 'A todo el país, con número de guía.',
      estimatedDelivery: '2 a 4 días hábiles',
    },
  ],
  discounts: [{ code: 'PRIMERA10', type: 'percentage', value: 10 }],
  categories: {
    vestidos: 'Vestidos',
    camisas: 'Camisas y blusas',
    pantalones: 'Pantalones',
    faldas: 'Faldas',
    abrigos: 'Abrigos y suéteres',
    accesorios: 'Accesorios',
  },
  products: clothes,
  approved: [
    ['vestido-jacaranda', 'Daniela Q.', 5, 'La tela es fresca y los bolsillos son de verdad. Pedí el segundo en otro color.', 5],
    ['vestido-jacaranda', 'Valeria S.', 4, 'Hermoso. Un poco largo para mí, pero me hicieron el ruedo sin cobrar.', 19],
    ['camisa-lino-limon', 'Mariana C.', 5, 'Por fin un lino que no pica. Llegó al día siguiente.', 3],
    ['camiseta-basica', 'Esteban V.', 5, 'Diez lavadas y el cuello sigue igual.', 12],
    ['jean-tiro-alto', 'Fiorella M.', 5, 'La guía de tallas es exacta.', 8],
    ['bolso-cuero', 'Natalia R.', 5, 'Se ve mejor cada mes.', 25],
    ['tenis-lona', 'Adrián J.', 4, 'Cómodos desde el primer día. Conviene pedir media talla más.', 14],
    ['pantalon-recto', 'Melissa A.', 5, 'El largo al tobillo es justo lo que buscaba. Muy buena costura.', 6],
    ['falda-plisada', 'Gabriela U.', 5, 'Los pliegues siguen en su sitio después de lavarla.', 10],
    ['bufanda', 'Andrea Z.', 4, 'Abriga mucho. El mostaza es un poco más oscuro que en la foto.', 17],
  ], // prettier-ignore
  pending: [
    ['chaqueta-mezclilla', 'Sofía B.', 5, 'Pesada y bien cortada, como las de antes.', 0],
    ['camisa-rayada', 'Mauricio S.', 4, 'Muy bonita; la M me quedó algo justa de hombros.', 2],
  ],
  customers,
}
