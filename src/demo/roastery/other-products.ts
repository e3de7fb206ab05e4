import { named } from '../shop.ts'
import type { RoasteryProduct } from './product.ts'

/** The other products of Cerro Ceniza. */
export const otherProducts: RoasteryProduct[] = [
  {
    slug: 'gotero-v60',
    name: 'Gotero V60 de cerámica',
    category: 'preparar',
    price: 165,
    description: `Torneado y esmaltado en San Antonio Palopó: no hay dos iguales. Guarda el calor y limpia la taza.

Para 1 a 3 tazas. Usa filtros cónicos del 02.`,
    variants: named('Blanco', 'Azul lago', 'Barro'),
    popularity: 6,
    picture: { shape: 'dripper', base: '#e7eef2', main: '#f7f5f0', accent: '#2f6f9f' },
  },
  {
    slug: 'chorreador-cedro',
    name: 'Chorreador de cedro',
    category: 'preparar',
    price: 145,
    description: `El de las abuelas, con bolsa de manta y madera de cedro certificada. Un café redondo, con \
aceites, sin electricidad ni papel.

Incluye dos bolsas.`,
    variants: [],
    popularity: 5,
    picture: { shape: 'stand', base: '#f2e6d5', main: '#a4652f', accent: '#ead9b4' },
  },
  {
    slug: 'prensa-francesa',
    name: 'Prensa francesa',
    category: 'preparar',
    price: 195,
    description: `Vidrio de borosilicato y doble malla de acero: cuerpo sin arenilla. Cuatro minutos y a la mesa.`,
    variants: [
      { name: '350 ml', price: null },
      { name: '600 ml', price: 245, stock: 2 },
      { name: '1 litro', price: 295, stock: 0 },
    ],
    popularity: 6,
    picture: { shape: 'press', base: '#e9e6e1', main: '#3a3f45', accent: '#7b4a2b' },
  },
  {
    slug: 'molino-manual',
    name: 'Molino manual',
    category: 'preparar',
    price: 385,
    comparePrice: 450,
    description: `Fresas cónicas de acero y 36 puntos de ajuste, del espresso a la prensa. Muele 20 g en menos \
de un minuto y cabe en la mochila.

Moler al momento es lo que más cambia tu café. Más que la cafetera.`,
    variants: [],
    popularity: 4,
    picture: { shape: 'grinder', base: '#e5ebe7', main: '#2f4f46', accent: '#c98b4a' },
  },
  {
    slug: 'hervidor-cisne',
    name: 'Hervidor cuello de cisne',
    category: 'preparar',
    price: 520,
    description: `Hilo de agua fino y constante, termómetro en la tapa y un litro de capacidad. Para estufa de gas, eléctrica o inducción.`,
    variants: named('Negro mate', 'Acero'),
    popularity: 3,
    picture: { shape: 'kettle', base: '#f0e4e0', main: '#2d2d31', accent: '#c2703d' },
  },
  {
    slug: 'filtros-papel',
    name: 'Filtros de papel del 02',
    category: 'preparar',
    price: 38,
    description: `Cónicos, sin blanquear, sin sabor. Enjuágalos de todos modos: la taza te lo agradece.`,
    variants: [
      { name: '40 unidades', price: null },
      { name: '100 unidades', price: 85 },
    ],
    popularity: 9,
    picture: { shape: 'filters', base: '#efe9dc', main: '#d9c3a0', accent: '#a3835a' },
  },
  {
    slug: 'taza-peltre',
    name: 'Taza de peltre',
    category: 'servir',
    price: 55,
    description: `La de toda la vida, con el cerro pintado a mano. Aguanta la fogata, la oficina y a los niños. 350 ml.`,
    variants: named('Azul', 'Blanca', 'Verde'),
    popularity: 12,
    picture: { shape: 'mug', base: '#e0ebf3', main: '#24578f', accent: '#ffffff' },
  },
  {
    slug: 'taza-barro',
    name: 'Taza de barro, hecha a mano',
    category: 'servir',
    price: 95,
    description: `Barro de San Luis Jilotepeque, bruñido con piedra y quemado con leña. Cada una sale del horno con su propia nube.

250 ml. Lávala a mano.`,
    variants: [{ name: 'Única', price: null, stock: 4 }],
    popularity: 6,
    picture: { shape: 'mug', base: '#f5e4d8', main: '#b0603a', accent: '#6d2f1b' },
  },
  {
    slug: 'pocillos-espresso',
    name: 'Pocillos de espresso, par',
    category: 'servir',
    price: 130,
    description: `Porcelana gruesa de 70 ml con su platito. Caben bajo cualquier máquina y mantienen la crema.`,
    variants: named('Crema', 'Carbón'),
    popularity: 4,
    picture: { shape: 'cups', base: '#ece7e3', main: '#f4ead8', accent: '#4b2e20' },
  },
  {
    slug: 'vaso-termico',
    name: 'Vaso térmico Ceniza',
    category: 'servir',
    price: 189,
    description: `Seis horas caliente, doce frío, y no gotea en la mochila. Si lo traes a la barra, tu café cuesta Q 5 menos.

350 ml, acero inoxidable.`,
    variants: named('Ceniza', 'Lava', 'Musgo'),
    popularity: 6,
    picture: { shape: 'tumbler', base: '#e8e6e8', main: '#55575f', accent: '#e2582c' },
  },
  {
    slug: 'caja-tres-volcanes',
    name: 'Caja Tres Volcanes',
    category: 'regalos',
    price: 175,
    comparePrice: 199,
    description: `Agua, Fuego y Acatenango: tres cafés de 100 g, cada uno con la historia de quien lo cultiva. \
Moño de tela típica y tarjeta escrita a mano.

Dinos en las notas qué quieres que diga.`,
    variants: named('En grano', 'Molido'),
    popularity: 9,
    picture: { shape: 'box', base: '#f7e6df', main: '#2f5d62', accent: '#e4572e' },
  },
  {
    slug: 'suscripcion-mensual',
    name: 'Un mes de café',
    category: 'regalos',
    price: 148,
    description: `Dos bolsas de 250 g, una cada quincena, recién tostadas. Elegimos nosotros: nunca dos veces el mismo origen seguido.

El envío dentro de Antigua va incluido. Se renueva solo si tú escribes.`,
    variants: [
      { name: 'Una bolsa por quincena', price: null },
      { name: 'Dos bolsas por quincena', price: 285 },
    ],
    popularity: 5,
    picture: { shape: 'parcel', base: '#e9eedf', main: '#c89b62', accent: '#3f6b4f' },
  },
  {
    slug: 'ponche-navidad',
    name: 'Mezcla de Navidad',
    category: 'regalos',
    price: 96,
    description: `Natural de Fraijanes y un toque de Antigua tostado con canela: huele a ponche. Vuelve en noviembre.`,
    variants: [],
    popularity: 0,
    isActive: false,
    picture: { shape: 'box', base: '#f6e1de', main: '#8c1c2b', accent: '#e9b949' },
  },
]
