import { named, type DemoProduct } from '../shop.ts'
import { picture, type Drawing } from '../svg.ts'
import { baguettes, countryLoaf, focaccia, nutLoaf, rolls, tinLoaf } from './breads.ts'
import {
  alfajores,
  biscuitCake,
  blackForest,
  cheesecake,
  lemonPie,
  meringueCake,
  quinceTart,
} from './cakes.ts'
import { chocolateMilk, lemonade, mateTea, milkCoffee, orangeJuice } from './drinks.ts'
import {
  butterCroissants,
  crumbSandwiches,
  doughBalls,
  dozen,
  empanadas,
  horns,
  leanCroissants,
  vigilantes,
} from './pastries.ts' // prettier-ignore

const grounds = ['#f6e3cb', '#f4dcd2', '#e9e6d3', '#dfe7e3', '#f7e9c8', '#efdfe3']

type Row = Omit<DemoProduct, 'pictures' | 'category'> & { draw: () => string }

const inCategory = (category: string, rows: Row[]): DemoProduct[] =>
  rows.map(({ draw, ...product }, n) => {
    const ground = grounds[(n + category.length) % grounds.length]!
    const pictures: Drawing[] = [() => picture(ground, draw())]
    return { ...product, category, pictures }
  })

const whole = (portion: number, price: number) => [
  { name: 'Porción', price: portion, optionValues: ['Porción'] },
  { name: 'Entera, 10 porciones', price, optionValues: ['Entera, 10 porciones'] },
]
const cakeSizes = [{ name: 'Tamaño', values: ['Porción', 'Entera, 10 porciones'] }]

export const bakeryProducts: DemoProduct[] = [
  ...inCategory('panes', [
    { slug: 'pan-de-campo', name: 'Pan de campo de masa madre', price: 6800, draw: countryLoaf, popularity: 12,
      description: 'Harina de molino de piedra, agua y sal, con treinta horas de fermentación. Corteza gruesa y miga ' +
        'abierta. Pieza de 900 g; dura cuatro días en su bolsa de papel.',
      variants: named('Entero', 'Rebanado') },
    { slug: 'baguette', name: 'Baguette', price: 2600, draw: baguettes, popularity: 9,
      description: 'Dos horneadas al día, a las siete y a las cinco de la tarde. Lleva masa madre y un poco de ' +
        'levadura: liviana y crocante.' },
    { slug: 'pan-de-molde', name: 'Pan de molde integral', price: 5400, draw: tinLoaf, popularity: 7,
      description: 'Trigo integral, girasol y lino. Rebanadas parejas para la tostadora. 700 g.',
      variants: named('Integral', 'Blanco', 'Multicereal') },
    { slug: 'focaccia', name: 'Focaccia de romero y aceitunas', price: 7200, comparePrice: 8500, draw: focaccia,
      popularity: 5,
      description: 'Dos días de frío, mucho aceite de oliva, romero fresco y sal gruesa. Para compartir entre cuatro.' },
    { slug: 'pan-de-nuez', name: 'Pan de nueces y pasas', price: 7600, draw: nutLoaf, popularity: 4,
      description: 'Nueces mendocinas y pasas de uva remojadas en té. Pide queso azul al lado.' },
    { slug: 'figacitas', name: 'Figacitas de manteca', price: 3900, draw: () => rolls(), popularity: 6,
      description: 'Bolsa de ocho. Tiernas, para el desayuno o para armar pequeños sándwiches.' },
  ]),
  ...inCategory('facturas', [
    { slug: 'medialunas-manteca', name: 'Medialunas de manteca', price: 8400, draw: butterCroissants, popularity: 20,
      description: 'Hojaldradas, con almíbar y manteca pura. Salen a las siete, a las nueve y a las cuatro.',
      options: [{ name: 'Cantidad', values: ['Media docena', 'Docena'] }],
      variants: [{ name: 'Media docena', optionValues: ['Media docena'] },
      { name: 'Docena', price: 15_600, optionValues: ['Docena'] }] },
    { slug: 'medialunas-grasa', name: 'Medialunas de grasa', price: 7800, draw: leanCroissants, popularity: 9,
      description: 'Finitas y saladas, las del bar de la esquina. Media docena.' },
    { slug: 'vigilantes', name: 'Vigilantes con membrillo', price: 1500, draw: vigilantes, popularity: 5,
      description: 'Masa de factura y una franja generosa de dulce de membrillo. Por unidad.' },
    { slug: 'canoncitos', name: 'Cañoncitos de dulce de leche', price: 1700, draw: horns, popularity: 7,
      description: 'Hojaldre enrollado a mano y relleno en el momento. Por unidad.' },
    { slug: 'bolas-de-fraile', name: 'Bolas de fraile', price: 1600, draw: doughBalls, popularity: 6,
      description: 'Fritas y azucaradas, con dulce de leche o crema pastelera. Por unidad.',
      variants: named('Dulce de leche', 'Crema pastelera') },
    { slug: 'docena-surtida', name: 'Docena surtida', price: 16_800, comparePrice: 18_500, draw: dozen,
      popularity: 14,
      description: 'Doce facturas a elección del panadero, en caja. Si algo no te gusta, escríbelo en las notas.' },
  ]),
  ...inCategory('tortas', [
    { slug: 'chocotorta', name: 'Chocotorta', price: 5200, draw: biscuitCake, popularity: 11,
      description: 'Galletas de chocolate con café, dulce de leche y queso crema. Un día entero de heladera antes de salir.',
      options: cakeSizes, variants: whole(5200, 44_000) },
    { slug: 'rogel', name: 'Rogel', price: 5600, draw: meringueCake, popularity: 6,
      description: 'Ocho capas crocantes, dulce de leche repostero y merengue italiano.', options: cakeSizes,
      variants: whole(5600, 48_000) },
    { slug: 'selva-negra', name: 'Selva negra', price: 5600, draw: blackForest, popularity: 4,
      description: 'Bizcocho de chocolate, crema batida y cerezas al marrasquino. Por encargo, con un día.',
      options: cakeSizes, variants: whole(5600, 47_000) },
    { slug: 'lemon-pie', name: 'Tarta de limón y merengue', price: 4800, draw: lemonPie, popularity: 7,
      description: 'Masa sablée, crema de limón bien ácida y merengue apenas quemado.', options: cakeSizes,
      variants: whole(4800, 39_000) },
    { slug: 'pastafrola', name: 'Pastafrola de membrillo', price: 3900, draw: quinceTart, popularity: 6,
      description: 'La clásica de la merienda, con enrejado a mano.', options: cakeSizes, variants: whole(3900, 28_000) },
    { slug: 'cheesecake', name: 'Cheesecake de frutos rojos', price: 5900, draw: cheesecake, popularity: 6,
      description: 'Horneado, con frutos del Bolsón. Se conserva tres días en frío.', options: cakeSizes,
      variants: whole(5900, 50_000) },
    { slug: 'alfajores', name: 'Alfajores de maicena', price: 7900, draw: alfajores, popularity: 8,
      description: 'Caja de seis, con dulce de leche y coco.' },
  ]),
  ...inCategory('salados', [
    { slug: 'empanadas', name: 'Empanadas', price: 1900, draw: empanadas, popularity: 10,
      description: 'Al horno, con repulgue a mano. Por unidad; las de carne llevan aceituna y huevo.',
      variants: named('Carne cortada a cuchillo', 'Jamón y queso', 'Verdura', 'Humita') },
    { slug: 'sandwiches-de-miga', name: 'Sándwiches de miga', price: 14_500, draw: crumbSandwiches, popularity: 8,
      description: 'Docena triple, en pan del día: jamón y queso, tomate y lechuga, huevo.',
      variants: named('Surtidos', 'Jamón y queso', 'Sin carne') },
    { slug: 'chipa', name: 'Chipá', price: 4600, draw: () => rolls('#e6bd6c'), popularity: 7,
      description: 'De fécula de mandioca y tres quesos, sin gluten en la receta. Bolsa de 250 g, para comer tibio.' },
  ]),
  ...inCategory('bebidas', [
    { slug: 'cafe-con-leche', name: 'Café con leche', price: 3400, draw: milkCoffee, popularity: 9,
      description: 'Café de tueste medio y leche vaporizada, en vaso con tapa.', variants: named('Chico', 'Grande') },
    { slug: 'submarino', name: 'Submarino', price: 4200, draw: chocolateMilk, popularity: 5,
      description: 'Leche bien caliente y una barra de chocolate que se hunde sola.' },
    { slug: 'mate-cocido', name: 'Mate cocido', price: 2400, draw: mateTea, popularity: 3,
      description: 'En saquito, solo o con leche.', variants: named('Solo', 'Con leche') },
    { slug: 'limonada', name: 'Limonada con menta y jengibre', price: 3800, draw: lemonade, popularity: 7,
      description: 'Exprimida en el momento. Medio litro.' },
    { slug: 'jugo-de-naranja', name: 'Jugo de naranja', price: 3600, draw: orangeJuice, popularity: 6,
      description: 'Cinco naranjas y nada más. 400 ml.' },
  ]),
] // prettier-ignore
