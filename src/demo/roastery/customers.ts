import type { DemoCustomers } from '../shop.ts'

/** Two months of people of La Antigua, the capital and the country. */
export const customers: DemoCustomers = {
  orderCount: 120,
  count: 58,
  utcOffset: -6,
  phones: '+5025555',
  firstNames:
    'Marta Lucía Ana Sofía Gabriela Andrea Karla Rosa Ixchel Claudia Silvia Paola Valeria Mónica Elena ' +
    'José Luis Carlos Diego Edgar Rodrigo Mario Andrés Byron Pablo Javier Estuardo Álvaro Kevin Otto',
  surnames:
    'Morales Xicay Pérez Ixcot López Batz García Hernández Méndez Castillo Chávez Tzoc Ramírez Arriola ' +
    'Cojtí Fuentes Aguilar Sicán Barrios Monzón Girón Cumes Paz Recinos',
  places: [
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
  ],
  notes: [
    'Molido para prensa, por favor.',
    'Es para regalo: «Feliz cumpleaños, tía Chita».',
    'Tocar el timbre dos veces, no se oye bien.',
    'Si pueden tostarlo un poco más oscuro, mejor.',
    'Dejar con el guardia de la garita.',
    'Entregar después de las 4 de la tarde.',
    'Molido fino, para cafetera de estufa.',
    'La última vez llegó perfecto, gracias.',
    'Facturar con NIT 4587123-0.',
    'Llamar al llegar, no hay timbre.',
  ],
}
