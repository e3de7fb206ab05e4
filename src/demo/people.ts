import type { Random } from './random.ts'

export type Person = { name: string; phone: string; address: string; shipping: number }

const women =
  'Marta Lucía Ana Sofía Gabriela Andrea Karla Rosa Ixchel Claudia Silvia Paola Valeria Mónica Elena'
const men = 'José Luis Carlos Diego Edgar Rodrigo Mario Andrés Byron Pablo Javier Estuardo Álvaro Kevin Otto'
const surnames =
  'Morales Xicay Pérez Ixcot López Batz García Hernández Méndez Castillo Chávez Tzoc Ramírez Arriola Cojtí Fuentes Aguilar Sicán Barrios Monzón Girón Cumes Paz Recinos'

/** Street and town, and which of the store's shipping options reaches it. */
const places: [address: string, shipping: number][] = [
  ['3a calle oriente 14, La Antigua Guatemala', 1],
  ['7a avenida norte 52, La Antigua Guatemala', 1],
  ['Calle de Los Pasos 9, La Antigua Guatemala', 1],
  ['Callejón del Sol 3, Jocotenango', 1],
  ['Calle Real 21, San Felipe de Jesús', 1],
  ['6a avenida 11-30, zona 9, Ciudad de Guatemala', 2],
  ['12 calle 2-04, zona 10, apto. 701, Ciudad de Guatemala', 2],
  ['Vía 5 3-65, zona 4, Cuatro Grados Norte', 2],
  ['20 avenida 18-60, zona 11, Mixco', 2],
  ['Km 14.5 Carretera a El Salvador, condominio Los Pinos 8', 2],
  ['4a calle 7-15, zona 1, Quetzaltenango', 3],
  ['Calle Santander 40, Panajachel', 3],
  ['2a avenida 5-21, zona 3, Cobán', 3],
  ['5a calle 10-77, zona 2, Huehuetenango', 3],
  ['Barrio El Centro, frente al parque, Flores, Petén', 3],
]

/** People who could be anyone's customers, none of whom exists: their numbers lie in the block 5555. */
export function people(random: Random, count: number): Person[] {
  const [first, last] = [`${women} ${men}`.split(' '), surnames.split(' ')]
  const taken = new Set<string>()
  while (taken.size < count) taken.add(`${random.pick(first)} ${random.pick(last)} ${random.pick(last)}`)
  return [...taken].map((name, n) => {
    const [address, shipping] = random.pick(places)
    return { name, phone: `+5025555${String(1_001 + n * 37)}`, address, shipping }
  })
}
