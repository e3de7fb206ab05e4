import type { DemoProduct } from '../shop.ts'
import { picture } from '../svg.ts'
import { bag, belt, cloth, folded, hat, scarf, sneakers, socks } from './accessories.ts'
import {
  blouse,
  cardigan,
  coat,
  dress,
  hanging,
  jacket,
  shirt,
  shirtDress,
  shorts,
  skirt,
  sweater,
  tee,
  trousers,
} from './garments.ts'

const colours: Record<string, string> = {
  Crudo: '#efe3cb',
  Añil: '#2f4d8c',
  Terracota: '#c0623d',
  Salvia: '#93a98c',
  Negro: '#2e2d33',
  Mostaza: '#d9a441',
  Vino: '#7c2c3f',
  Celeste: '#a9c6dc',
  Arena: '#cdb08a',
  Oliva: '#6f7244',
  Rosa: '#e0a9a4',
  Gris: '#8d9297',
}
const grounds = ['#ece5dc', '#e3e4dc', '#efe2dc', '#dfe5e8', '#eee6d3', '#e6dfe4']
const sizes = ['S', 'M', 'L', 'XL']

type Garment = {
  slug: string
  name: string
  category: string
  price: number
  comparePrice?: number
  description: string
  /** The first is the one that the catalog shows. */
  in: string[]
  /** Without sizes there is one for all. */
  sizes?: string[]
  draw: (colour: string) => string
  /** Whether it is photographed folded and from near, too. */
  lies?: boolean
  popularity: number
}

/** A picture in each colour, then how it lies and its cloth; a variant for each size and colour, a few of them sold out. */
function garment(
  { in: names, draw, lies = true, sizes: all = sizes, ...product }: Garment,
  place: number,
): DemoProduct {
  const ground = grounds[place % grounds.length]!
  const worn = names.map((name) => () => picture(ground, draw(colours[name]!), 0))
  const main = colours[names[0]!]!
  const pile = [...names.slice(1), names[0]!].map((name) => colours[name]!)
  const near = lies ? [() => picture(ground, folded(pile), 230), () => picture(ground, cloth(main, '#2f4d8c'), 0)] : [] // prettier-ignore
  const oneSize = all.length === 0
  const variants = (oneSize ? [''] : all).flatMap((size, row) =>
    names.map((colour, column) => ({
      name: oneSize ? colour : `${size}, ${colour.toLowerCase()}`,
      optionValues: oneSize ? [colour] : [size, colour],
      stock: (row * 5 + column * 3 + place) % 7 === 0 ? 0 : 2 + ((row * 4 + column * 7 + place) % 9),
      picture: column,
    })),
  )
  const options = [...(oneSize ? [] : [{ name: 'Talla', values: all }]), { name: 'Color', values: names }]
  return { ...product, options, variants, pictures: [...worn, ...near] }
}

const on = (draw: (colour: string) => string) => (colour: string) => hanging(draw(colour))
const waist = ['36', '38', '40', '42']

const garments: Garment[] = [
  { slug: 'vestido-jacaranda', name: 'Vestido Jacaranda', category: 'vestidos', price: 38_900,
    in: ['Añil', 'Terracota', 'Salvia'], draw: on((colour) => dress(colour, '#ffffff66')), popularity: 9,
    description: 'Algodón orgánico con puntos estampados a mano. Cintura entallada, falda amplia y bolsillos de ' +
      'verdad.\n\nCae por debajo de la rodilla. Se lava en frío.' },
  { slug: 'camisa-lino-limon', name: 'Camisa de lino', category: 'camisas', price: 29_500,
    in: ['Crudo', 'Celeste', 'Salvia'], draw: on((colour) => shirt(colour)), popularity: 8,
    description: 'Lino lavado, fresco desde el primer día. Corte recto para llevar suelta o anudada.' },
  { slug: 'camiseta-marinera', name: 'Camiseta marinera', category: 'camisas', price: 16_900, in: ['Crudo', 'Rosa'],
    draw: on((colour) => tee(colour, '#2f4d8c')), popularity: 10,
    description: 'Algodón peinado de gramaje medio, con rayas tejidas, no impresas. No se deforma.' },
  { slug: 'falda-plisada', name: 'Falda plisada', category: 'faldas', price: 27_500, comparePrice: 33_000,
    in: ['Terracota', 'Negro', 'Mostaza'], draw: (colour) => skirt(colour, true), popularity: 6,
    description: 'Pliegues que se quedan en su sitio. Pretina elástica por detrás, forro ligero.' },
  { slug: 'sueter-trenzado', name: 'Suéter trenzado', category: 'abrigos', price: 41_000,
    in: ['Mostaza', 'Crudo', 'Vino'], draw: on((colour) => sweater(colour, '#00000022')), popularity: 5,
    description: 'Tejido en San Rafael de Heredia, con algodón y alpaca. Abriga sin pesar.' },
  { slug: 'pantalon-recto', name: 'Pantalón recto', category: 'pantalones', price: 34_900,
    in: ['Oliva', 'Arena', 'Negro'], sizes: waist, draw: (colour) => trousers(colour), popularity: 7,
    description: 'Sarga de algodón con un poco de elastano. Tiro alto, cuatro bolsillos, largo al tobillo.' },
  { slug: 'vestido-camisero', name: 'Vestido camisero', category: 'vestidos', price: 42_500,
    in: ['Salvia', 'Añil', 'Crudo'], draw: on(shirtDress), popularity: 6,
    description: 'De la oficina a la cena. Botones de coco y cinturón incluido.' },
  { slug: 'chaqueta-mezclilla', name: 'Chaqueta de mezclilla', category: 'abrigos', price: 46_900,
    in: ['Añil', 'Celeste', 'Negro'], draw: on(jacket), popularity: 6,
    description: 'Mezclilla de 12 onzas que mejora con los años. Costuras dobles.' },
  { slug: 'blusa-paloma', name: 'Blusa Paloma', category: 'camisas', price: 25_900, in: ['Rosa', 'Crudo', 'Vino'],
    draw: on(blouse), popularity: 6, description: 'Mangas con vuelo y cuello fruncido, en gasa de algodón.' },
  { slug: 'jean-tiro-alto', name: 'Jean de tiro alto', category: 'pantalones', price: 36_900,
    in: ['Añil', 'Celeste', 'Negro'], sizes: waist, draw: (colour) => trousers(colour, true), popularity: 9,
    description: 'Pierna recta, algodón reciclado y lavado con menos agua. Te hacemos el dobladillo sin costo.' },
  { slug: 'gabardina', name: 'Gabardina ligera', category: 'abrigos', price: 68_000, comparePrice: 79_500,
    in: ['Arena', 'Oliva'], draw: on(coat), popularity: 3,
    description: 'Para el aguacero de las dos de la tarde. Repele el agua y se dobla en su propio bolsillo.' },
  { slug: 'camiseta-basica', name: 'Camiseta básica', category: 'camisas', price: 12_500,
    in: ['Terracota', 'Crudo', 'Negro', 'Salvia'], draw: on((colour) => tee(colour)), popularity: 12,
    description: 'La de todos los días: algodón orgánico, cuello que no cede.' },
  { slug: 'falda-botones', name: 'Falda con botones', category: 'faldas', price: 24_900, in: ['Vino', 'Arena'],
    draw: (colour) => skirt(colour, false), popularity: 5, description: 'Cotelé fino, bolsillos de parche y botones de latón.' },
  { slug: 'cardigan-oliva', name: 'Cárdigan de punto', category: 'abrigos', price: 37_500,
    in: ['Oliva', 'Rosa', 'Gris'], draw: on((colour) => cardigan(colour, '#00000026')), popularity: 4,
    description: 'Punto grueso, botones de madera y dos bolsillos hondos.' },
  { slug: 'camisa-rayada', name: 'Camisa rayada', category: 'camisas', price: 28_900, in: ['Celeste', 'Crudo'],
    draw: on((colour) => shirt(colour, '#ffffffaa')), popularity: 5,
    description: 'Popelina de algodón, corte amplio y puños anchos para doblar.' },
  { slug: 'shorts-lino', name: 'Shorts de lino', category: 'pantalones', price: 19_900,
    in: ['Arena', 'Salvia', 'Negro'], sizes: waist, draw: shorts, popularity: 6,
    description: 'Con cordón y bolsillos. Para Guanacaste o para el domingo.' },
  { slug: 'sombrero-palma', name: 'Sombrero de palma', category: 'accesorios', price: 22_000, in: ['Arena', 'Crudo'],
    sizes: [], lies: false, draw: (colour) => hat(colour, '#7c2c3f'), popularity: 4,
    description: 'Tejido a mano, con cinta de algodón. Talla única, ajustable por dentro.' },
  { slug: 'bolso-cuero', name: 'Bolso Barva', category: 'accesorios', price: 52_000,
    in: ['Terracota', 'Negro', 'Oliva'], sizes: [], lies: false, draw: (colour) => bag(colour, '#4a3526'),
    popularity: 4,
    description: 'Cuero curtido al vegetal, forro de algodón y correa regulable. Cabe una computadora de 13 pulgadas.' },
  { slug: 'bufanda', name: 'Bufanda tejida', category: 'accesorios', price: 17_500, in: ['Mostaza', 'Vino', 'Gris'],
    sizes: [], lies: false, draw: (colour) => scarf(colour, '#fff6e6'), popularity: 3,
    description: 'Dos metros de punto suave, para las noches de Cartago.' },
  { slug: 'medias', name: 'Medias de algodón, par', category: 'accesorios', price: 4900,
    in: ['Salvia', 'Terracota', 'Añil', 'Mostaza'], sizes: [], lies: false,
    draw: (colour) => socks(colour, '#fff6e6'), popularity: 8,
    description: 'Caña media y talón reforzado. Talla única, de la 36 a la 42.' },
  { slug: 'tenis-lona', name: 'Tenis de lona', category: 'accesorios', price: 31_500,
    in: ['Terracota', 'Crudo', 'Añil'], sizes: ['36', '37', '38', '39', '40', '41'], lies: false,
    draw: (colour) => sneakers(colour, '#fffaf0'), popularity: 6,
    description: 'Lona reciclada y suela de caucho natural, cosida.' },
  { slug: 'cinturon', name: 'Cinturón de cuero', category: 'accesorios', price: 18_500, in: ['Terracota', 'Negro'],
    sizes: ['80 cm', '90 cm', '100 cm'], lies: false, draw: belt, popularity: 3,
    description: 'Cuero entero, hebilla de latón macizo.' },
] // prettier-ignore

export const clothes: DemoProduct[] = garments.map(garment)
