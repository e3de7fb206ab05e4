import type { DemoCustomers } from '../shop.ts'

/** People of San José and of the provinces. */
export const customers: DemoCustomers = {
  orderCount: 24,
  count: 16,
  utcOffset: -6,
  phones: '+5068888',
  firstNames:
    'Daniela Valeria Mariana Fiorella Natalia Sofía Andrea Paola Gabriela Melissa ' +
    'Esteban Adrián Luis Diego Jorge Andrey Kevin Mauricio',
  surnames:
    'Quesada Salas Castro Mora Rojas Vargas Jiménez Solano Chaves Araya Brenes Calderón Ureña Zúñiga ' +
    'Alfaro Monge',
  places: [
    ['Barrio Escalante, 150 m este del Farolito', 1],
    ['Los Yoses, casa 42', 1],
    ['San Pedro, frente a la iglesia', 1],
    ['Heredia centro, 200 m norte del parque', 1],
    ['Curridabat, condominio Las Lajas 12', 1],
    ['Alajuela, La Agonía, casa esquinera', 1],
    ['Liberia, barrio Los Ángeles', 2],
    ['Pérez Zeledón, San Isidro centro', 2],
    ['Limón, barrio Roosevelt', 2],
  ],
  notes: [
    'Es para regalo, sin el precio por favor.',
    'Puedo recibir después de las 3.',
    'Dejar con el guarda del condominio.',
    '¿Me hacen el ruedo? Mido 1,58.',
    'Si no queda de ese color, me sirve el otro.',
  ],
}
