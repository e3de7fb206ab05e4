import {
  brush,
  bucket,
  gardenHose,
  hoe,
  machete,
  pot,
  pruner,
  rake,
  roller,
  sandpaper,
  shovel,
  spray,
  sprinkler,
  tray,
  wateringCan,
  wheelbarrow,
} from './paint-and-garden.ts'
import { hung, stood } from './parts.ts'
import { can, tapeRoll } from './plumbing.ts'
import { shelf } from './row.ts'
import {
  barrierTape,
  boots,
  cone,
  earmuffs,
  firstAid,
  gloves,
  goggles,
  helmet,
  mask,
  sign,
  vest,
} from './safety.ts'

const [paint, garden, safety] = ['#f0e4e2', '#e3ecdf', '#f1ebd6']
const litres = (one: number) => [['1 L', one], ['4 L', Math.round(one * 3.4)], ['19 L', Math.round(one * 14)]] as [string, number][] // prettier-ignore

export const home = [
  ...shelf('pintura', 'Tamaño', [
    ['pintura-vinilica', 'Pintura vinílica blanca', 139, () => stood(paint, bucket('#f6f3ea', '#2667a8')), 'Interior y exterior, cubre en dos manos.', litres(139)],
    ['pintura-azul', 'Pintura vinílica azul talavera', 159, () => stood(paint, bucket('#2f5fa8')), 'Interior y exterior, lavable.', litres(159)],
    ['pintura-rosa', 'Pintura vinílica rosa bugambilia', 159, () => stood(paint, bucket('#d3427f')), 'Interior y exterior, lavable.', litres(159)],
    ['esmalte', 'Esmalte alquidálico rojo óxido', 189, () => stood(paint, bucket('#9c3a2b')), 'Brillante, para metal y madera.', litres(189)],
    ['impermeabilizante', 'Impermeabilizante acrílico', 289, () => stood(paint, bucket('#b5452f', '#f2e9dc')), 'Fibratado, cinco años.', [['4 L', 289], ['19 L', 1190]]],
    ['sellador', 'Sellador 5 × 1', 99, () => stood(paint, bucket('#e9e4d6', '#2f8f5b')), 'Rinde hasta 10 m² por litro.', litres(99)],
    ['barniz', 'Barniz marino', 219, () => stood(paint, can('#7a4a22', '#a8672f', '#c58f54')), 'Transparente, resiste sol y agua.', [['500 ml', 129], ['1 L', 219]]],
    ['thinner', 'Thinner estándar', 59, () => stood(paint, can('#8b949c', '#c9302c')), 'Para diluir y limpiar.', [['1 L', 59], ['4 L', 199]]],
    ['brocha', 'Brocha de cerda', 39, () => hung(paint, brush('#2f5fa8'), 20), 'Mango de madera.', [['1 in', 39], ['2 in', 55], ['4 in', 95]]],
    ['rodillo', 'Rodillo de microfibra', 89, () => hung(paint, roller('#f2c94c'), 12), 'Para superficies lisas y semirrugosas.', [['4 in', 65], ['9 in', 89]]],
    ['charola', 'Charola para pintar', 55, () => stood(paint, tray('#d3427f'), 240), 'Plástico, con escurridor.'],
    ['aerosol', 'Pintura en aerosol', 85, () => stood(paint, spray('#2f8f5b'), 150), 'Secado en quince minutos, 400 ml.', [['Verde', 85], ['Negro mate', 85], ['Cromo', 99]]],
    ['lija', 'Lija para madera', 12, () => hung(paint, sandpaper('#c08a4f')), 'Por hoja.', [['Grano 80', 12], ['Grano 120', 12], ['Grano 220', 12]]],
    ['masking', 'Cinta masking', 32, () => hung(paint, tapeRoll('#e8cf9a', '#c08a4f')), 'No deja pegamento, 50 metros.', [['1/2 in', 32], ['1 in', 49], ['2 in', 89]]],
  ]),
  ...shelf('jardin', 'Medida', [
    ['pala', 'Pala redonda', 269, () => hung(garden, shovel('#2f8f5b'), 25), 'Puño en Y, hoja templada.'],
    ['rastrillo', 'Rastrillo para jardín', 189, () => hung(garden, rake('#2f8f5b'), 20), 'Nueve dientes.', [['9 dientes', 189], ['14 dientes', 229]]],
    ['azadon', 'Azadón', 299, () => hung(garden, hoe(), 25), 'Mango de encino.'],
    ['machete', 'Machete pulido', 149, () => hung(garden, machete(), 35), 'Cacha remachada.', [['18 in', 149], ['22 in', 175]]],
    ['manguera-jardin', 'Manguera para jardín', 219, () => stood(garden, gardenHose('#3f9a5a'), 240), 'Reforzada, con conexiones.', [['10 m', 219], ['15 m', 299], ['30 m', 549]]],
    ['regadera-jardin', 'Regadera de mano', 129, () => stood(garden, wateringCan('#4b8fb5'), 220), 'Con cebolleta desmontable.', [['5 L', 129], ['10 L', 189]]],
    ['tijera-podar', 'Tijera de podar', 199, () => hung(garden, pruner('#c9302c'), 20), 'Corte de paso, con seguro.'],
    ['carretilla', 'Carretilla', 1390, () => stood(garden, wheelbarrow('#e8772e'), 250), 'Concha de acero de 5 pies cúbicos, llanta neumática.'],
    ['maceta', 'Maceta de barro', 69, () => stood(garden, pot('#c4713f'), 190), 'Con perforación; la planta no va incluida.', [['15 cm', 69], ['20 cm', 99], ['30 cm', 189]]],
    ['aspersor', 'Aspersor giratorio', 119, () => stood(garden, sprinkler('#2f8f5b'), 190), 'Cubre hasta 8 metros.'],
  ]),
  ...shelf('seguridad', 'Talla', [
    ['casco', 'Casco de seguridad', 119, () => stood(safety, helmet('#f2b91d'), 230), 'Con suspensión de cuatro puntos.', [['Amarillo', 119], ['Blanco', 119], ['Azul', 119]]],
    ['guantes-carnaza', 'Guantes de carnaza', 89, () => hung(safety, gloves('#d9a860', '#c9302c')), 'Par, con puño de seguridad.', [['M', 89], ['G', 89]]],
    ['guantes-nitrilo', 'Guantes de nitrilo', 59, () => hung(safety, gloves('#3a6fb5', '#2f353b')), 'Par, palma recubierta.', [['CH', 59], ['M', 59], ['G', 59]]],
    ['lentes', 'Lentes de seguridad', 55, () => stood(safety, goggles('#2f353b'), 240), 'Policarbonato claro, antiempañante.'],
    ['mascarilla', 'Mascarilla N95 con válvula', 45, () => hung(safety, mask()), 'Por pieza o en caja.', [['Una', 45], ['Caja de 10', 389]]],
    ['botas', 'Botas con casquillo', 689, () => stood(safety, boots('#a8672f'), 240), 'Piel, suela antiderrapante.', [['26', 689], ['27', 689], ['28', 689], ['29', 689]]],
    ['chaleco', 'Chaleco reflejante', 99, () => hung(safety, vest('#f07c1f')), 'Malla, con cintas de 2 in.', [['M', 99], ['XL', 109]]],
    ['orejeras', 'Orejeras', 179, () => stood(safety, earmuffs('#c9302c'), 220), 'Reducen 25 dB, diadema ajustable.'],
    ['cono', 'Cono vial', 149, () => stood(safety, cone(), 230), 'Con cinta reflejante.', [['45 cm', 149], ['70 cm', 249]]],
    ['botiquin', 'Botiquín de primeros auxilios', 329, () => stood(safety, firstAid(), 230), 'Veintiocho piezas, para taller o camioneta.'],
    ['cinta-precaucion', 'Cinta de precaución', 79, () => stood(safety, barrierTape(), 220), 'Rollo de 100 metros.'],
    ['letrero', 'Letrero de riesgo eléctrico', 49, () => hung(safety, sign()), 'Estireno, con adhesivo.', [['20 × 20 cm', 49], ['30 × 30 cm', 79]]],
  ]),
] // prettier-ignore
