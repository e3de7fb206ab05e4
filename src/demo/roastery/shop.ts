import type { DemoShop } from '../shop.ts'
import { customers } from './customers.ts'
import { coffees } from './coffees.ts'
import { otherProducts } from './other-products.ts'
import { categories, drawn } from './product.ts'
import { approved, pending, rejected } from './reviews.ts'

const long = [['07:00', '19:00']]

/** A roaster of coffee in La Antigua Guatemala: the shop of the demo that has sold for two months. */
export const roastery: DemoShop = {
  store: {
    name: 'Cerro Ceniza',
    slug: 'cerro-ceniza',
    currency: 'GTQ',
    whatsappNumber: '+50255550100',
  },
  settings: {
    description: `Tostamos café de altura en La Antigua Guatemala, en lotes de doce kilos y sobre pedido.

Compramos directo a once familias de Acatenango, Huehuetenango, Atitlán y la Verapaz, y pagamos la cosecha por \
adelantado. Tu bolsa sale el mismo día en que se tostó, con la fecha escrita a mano.`,
    address: '5a avenida norte 28, La Antigua Guatemala',
    instagram: 'cerroceniza',
    hours: { tue: long, wed: long, thu: long, fri: long, sat: long, sun: [['08:00', '14:00']] },
    paymentInstructions: `Banco Industrial, monetaria 123-456789-0, a nombre de Cerro Ceniza.
O en efectivo al recibir.`,
    freeShippingFrom: 500,
  },
  theme: null,
  shippingOptions: [
    {
      name: 'Recoger en la tostaduría',
      price: 0,
      kind: 'pickup',
      description: 'Toca el timbre del portón verde.',
      estimatedDelivery: 'Mañana desde las 10 h',
    },
    {
      name: 'Bicicleta, La Antigua',
      price: 15,
      description: 'La Antigua, Jocotenango y San Felipe.',
      estimatedDelivery: 'El mismo día antes de las 13 h',
    },
    {
      name: 'Moto, Ciudad de Guatemala',
      price: 35,
      description: 'Zonas 1 a 16, Mixco, Carretera a El Salvador hasta el km 22.',
      estimatedDelivery: '1 día hábil',
    },
    {
      name: 'Encomienda a todo el país',
      price: 45,
      description: 'Cargo Expreso, a tu puerta o a la agencia que nos digas.',
      estimatedDelivery: '2 a 3 días hábiles',
    },
  ],
  discounts: [
    { code: 'BIENVENIDA10', type: 'percentage', value: 10 },
    { code: 'CAFE25', type: 'fixed', value: 25, minOrderTotal: 250 },
    { code: 'OFICINA15', type: 'percentage', value: 15, minOrderTotal: 600 },
    { code: 'FERIA2025', type: 'percentage', value: 20, isActive: false },
  ],
  categories,
  products: [...coffees, ...otherProducts].map(drawn),
  approved,
  pending,
  rejected,
  customers,
}
