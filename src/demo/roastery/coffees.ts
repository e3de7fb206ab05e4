import { coffeeBags, type RoasteryProduct } from './product.ts'

/** The coffees of Cerro Ceniza. */
export const coffees: RoasteryProduct[] = [
  {
    slug: 'antigua-bourbon',
    name: 'Antigua, Finca La Pila',
    category: 'origenes',
    price: 78,
    description: `El café con el que empezamos. Bourbon y caturra de doña Marta Ixcot, a 1,620 metros, entre el \
volcán de Agua y el de Fuego.

En taza: chocolate con leche, naranja madura y un final largo de panela. Dulce desde el primer sorbo, incluso sin azúcar.

Proceso lavado, secado al sol en patio. Tueste medio.`,
    variants: coffeeBags(78),
    popularity: 14,
    picture: { shape: 'bag', base: '#f3e3cf', main: '#b4532a', accent: '#f6c667', motif: 'volcano' },
  },
  {
    slug: 'acatenango-caturra',
    name: 'Acatenango, Las Nubes',
    category: 'origenes',
    price: 85,
    description: `Crece a 1,900 metros, donde la niebla llega todas las tardes. Es el más floral de la casa: \
jazmín, durazno y una acidez limpia que recuerda a la limonada.

Nos gusta en V60, sin prisa. Lote de 14 quintales de la familia Xicay.

Proceso lavado. Tueste claro.`,
    variants: coffeeBags(85),
    popularity: 9,
    picture: { shape: 'bag', base: '#e3edf0', main: '#3f6f86', accent: '#f2d5a0', motif: 'clouds' },
  },
  {
    slug: 'huehuetenango-pacamara',
    name: 'Huehuetenango, La Libertad',
    category: 'origenes',
    price: 98,
    description: `Pacamara de grano grande, de una cooperativa de 31 familias en La Libertad. Cuerpo de jarabe, \
mora, cacao y un punto de canela.

El favorito de quien dice que no le gusta el café ácido.

Proceso honey. Tueste medio.`,
    variants: coffeeBags(98),
    popularity: 8,
    picture: { shape: 'bag', base: '#efe6f0', main: '#6b3f69', accent: '#e8a0a8', motif: 'leaf' },
  },
  {
    slug: 'atitlan-san-juan',
    name: 'Atitlán, San Juan La Laguna',
    category: 'origenes',
    price: 82,
    description: `Orgánico, bajo sombra de aguacate y jocote, cultivado por las mujeres de una asociación tz’utujil a la orilla del lago.

En taza: manzana roja, miel y almendra tostada. Tan equilibrado que va bien con todo, hasta con champurrada.

Proceso lavado. Tueste medio.`,
    variants: coffeeBags(82),
    popularity: 10,
    picture: { shape: 'bag', base: '#e2efe9', main: '#1f6f78', accent: '#f4b860', motif: 'lake' },
  },
  {
    slug: 'coban-lavado',
    name: 'Cobán, Tzul Ha',
    category: 'origenes',
    price: 74,
    description: `De la Verapaz, donde el chipichipi no para y el café se seca despacio, bajo techo. Herbal, con lima y un fondo de cedro.

Para las mañanas de lluvia.

Proceso lavado. Tueste medio.`,
    variants: coffeeBags(74),
    popularity: 5,
    picture: { shape: 'bag', base: '#e6eddc', main: '#3d6b3f', accent: '#d9e48c', motif: 'rain' },
  },
  {
    slug: 'fraijanes-natural',
    name: 'Fraijanes natural',
    category: 'origenes',
    price: 92,
    comparePrice: 110,
    description: `La cereza se seca entera, y se nota: fresa, vino tinto y un dulzor de fruta en almíbar. Si \
vienes del café lavado, prepárate.

Últimos kilos de la cosecha: por eso la rebaja.

Proceso natural. Tueste claro.`,
    variants: coffeeBags(92),
    popularity: 6,
    picture: { shape: 'bag', base: '#f8e0dd', main: '#b2304a', accent: '#ffd1b3', motif: 'cherry' },
  },
  {
    slug: 'geisha-microlote',
    name: 'Geisha, microlote 07',
    category: 'origenes',
    price: 210,
    description: `Ciento veinte bolsas al año, numeradas a mano. Bergamota, té blanco y miel de café, de un \
cuarto de manzana que don Chepe cuida como jardín.

Lo tostamos los jueves, solo por encargo.

Proceso lavado. Tueste claro. No lo recomendamos molido.`,
    variants: [
      { name: '100 g, en grano', price: null },
      { name: '250 g, en grano', price: 490 },
    ],
    popularity: 2,
    picture: { shape: 'bag', base: '#f4efe4', main: '#2b2a33', accent: '#d8b26a', motif: 'flower' },
  },
  {
    slug: 'cada-dia',
    name: 'Cada Día',
    category: 'mezclas',
    price: 62,
    description: `La mezcla que se sirve en nuestra barra. Antigua para el dulce, Cobán para el cuerpo: chocolate, nuez y cero sorpresas.

Va bien en cafetera eléctrica, en prensa y en la oficina. Si no sabes por cuál empezar, empieza por esta.`,
    variants: coffeeBags(62),
    popularity: 20,
    picture: { shape: 'bag', base: '#f6ecd6', main: '#d98e2b', accent: '#7a3b1d', motif: 'sun' },
  },
  {
    slug: 'espresso-fuego',
    name: 'Espresso Fuego',
    category: 'mezclas',
    price: 72,
    description: `Tostado para la máquina: crema densa, caramelo quemado y cacao amargo, con la fuerza para atravesar la leche.

Receta de la casa: 18 g, 36 g en taza, 28 segundos.`,
    variants: coffeeBags(72),
    popularity: 12,
    picture: { shape: 'bag', base: '#f7dccb', main: '#8f1f1a', accent: '#ff9b42', motif: 'fire' },
  },
  {
    slug: 'descafeinado-siesta',
    name: 'Siesta, descafeinado',
    category: 'mezclas',
    price: 80,
    description: `Descafeinado con agua de montaña, sin solventes. Vainilla, galleta y un cuerpo que no delata nada.

Para el de las ocho de la noche, que también cuenta.`,
    variants: coffeeBags(80),
    popularity: 5,
    picture: { shape: 'bag', base: '#e4e4f2', main: '#4a4f8c', accent: '#f3e2a9', motif: 'moon' },
  },
  {
    slug: 'caracolillo',
    name: 'Caracolillo de temporada',
    category: 'mezclas',
    price: 88,
    comparePrice: 98,
    description: `De cada cien cerezas, cinco traen un solo grano, redondo. Lo apartamos a mano y lo tostamos aparte.

Más intenso y parejo que su hermano plano: ciruela, panela y clavo.`,
    variants: coffeeBags(88),
    popularity: 4,
    picture: { shape: 'bag', base: '#ecefe0', main: '#6a7b2f', accent: '#f0c27b', motif: 'bean' },
  },
  {
    slug: 'cold-brew-la-merced',
    name: 'Cold brew La Merced',
    category: 'mezclas',
    price: 65,
    description: `Bolsas listas para infusionar: una en un litro de agua fría, doce horas en la refri, y ya. \
Sale suave, con cacao y cereza, sin nada de amargo.

Amarillo La Merced, como la iglesia de la esquina.`,
    variants: [
      { name: '4 bolsas', price: null },
      { name: '8 bolsas', price: 118 },
    ],
    popularity: 8,
    picture: { shape: 'bottle', base: '#fbeec2', main: '#5b3420', accent: '#f2b705' },
  },
]
