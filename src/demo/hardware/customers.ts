import type { DemoCustomers } from '../shop.ts'

/** People who build and mend in Puebla. */
export const customers: DemoCustomers = {
  orderCount: 30,
  count: 18,
  utcOffset: -6,
  phones: '+52222555',
  firstNames:
    'Guadalupe Leticia Patricia Verónica Rosario Alma Omar Ramiro Javier Arturo Gerardo Raúl ' +
    'Ernesto Fernando Jorge Salvador Tomás Víctor',
  surnames:
    'Hernández Flores Rojas Salgado Castañeda Cortés Juárez Téllez Ramírez Sánchez Mendoza Cuautle ' +
    'Xicale Tlapa Pérez Ortega',
  places: [
    ['16 de Septiembre 4302, Huexotitla, Puebla', 1],
    ['Privada 5 B Sur 3907, Puebla', 1],
    ['Blvd. Atlixco 2140, Puebla', 1],
    ['3 Oriente 812, San Andrés Cholula', 1],
    ['Camino Real 55, San Pedro Cholula', 1],
    ['Av. Juárez 118, Tlaxcala', 2],
    ['Reforma 21, Atlixco', 2],
    ['Av. Morelos 340, Tehuacán', 2],
  ],
  notes: [
    'Factura a nombre de Construcciones Téllez.',
    'Llamar antes, la calle es angosta.',
    'Entregar en la obra, preguntar por el maestro Beto.',
    'Dejar en la caseta.',
    'Si falta una medida, avísenme antes de enviar.',
  ],
}
