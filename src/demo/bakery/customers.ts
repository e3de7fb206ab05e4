import type { DemoCustomers } from '../shop.ts'

/** The neighbours of Boedo. */
export const customers: DemoCustomers = {
  orderCount: 36,
  count: 20,
  utcOffset: -3,
  phones: '+549115555',
  firstNames:
    'Graciela Julieta Camila Micaela Rocío Florencia Agustina Lucía Valentina Marta ' +
    'Hernán Tomás Ignacio Federico Nicolás Santiago Joaquín Martín Ezequiel Bruno',
  surnames:
    'Gómez Fernández Rodríguez Benítez Sosa Romero Álvarez Ferreyra Giménez Acosta Pereyra Molina ' +
    'Ledesma Bianchi Rossi Lombardi Quiroga Peralta',
  places: [
    ['Av. Independencia 3620, 4.º B, Boedo', 1],
    ['Castro 812, Boedo', 1],
    ['Colombres 455, 2.º A, Almagro', 1],
    ['Av. La Plata 260, Caballito', 1],
    ['Caseros 2914, Parque Patricios', 1],
    ['Thames 1540, Palermo', 2],
    ['Av. Cabildo 2210, 7.º C, Belgrano', 2],
    ['Defensa 980, San Telmo', 2],
  ],
  notes: [
    'El pan bien cocido, por favor.',
    'El timbre no anda: escribime al llegar.',
    'Las medialunas, pocas doradas.',
    'Es para un cumpleaños, con moño.',
    'Dejar con el encargado.',
    'Sin nuez en la torta, que hay un alérgico.',
  ],
}
