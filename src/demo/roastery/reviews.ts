import type { Opinion } from '../shop.ts'

/** The reviews of the products. */
export const approved: Opinion[] = [
  ['cada-dia', 'Gabriela M.', 5,
    'Lo tomamos en la oficina desde hace un año. Nunca falla y siempre llega con fecha de tueste de esa semana.', 3],
  ['cada-dia', 'Otto R.', 5, 'Huele toda la casa. Mi mamá, que es de café instantáneo, ya pide su bolsa.', 9],
  ['cada-dia', 'Paola C.', 4, 'Muy rico y parejo. Ojalá hubiera bolsa de dos kilos.', 21],
  ['antigua-bourbon', 'Rodrigo A.', 5, 'El chocolate y la naranja se sienten de verdad. Mi favorito en prensa.', 5],
  ['antigua-bourbon', 'Lucía B.', 5, 'Mandé a hacer el pedido a las nueve y a la una ya lo estaba moliendo.', 16],
  ['antigua-bourbon', 'Edgar T.', 4, 'Excelente café. La bolsa de kilo debería traer cierre más fuerte.', 33],
  ['acatenango-caturra', 'Ixchel C.', 5, 'Jazmín puro. En V60 a 93 grados es otra cosa.', 7],
  ['acatenango-caturra', 'Javier P.', 4, 'Muy floral, quizá demasiado claro para mi gusto, pero se nota la calidad.', 27],
  ['huehuetenango-pacamara', 'Silvia G.', 5, 'Parece jarabe de mora. No vuelvo al súper.', 11],
  ['huehuetenango-pacamara', 'Mario F.', 5,
    'Mi papá es de La Libertad y lloró un poquito. Gracias por poner el nombre de las familias.', 38],
  ['atitlan-san-juan', 'Valeria R.', 5, 'Equilibrado, dulce, y además sé quién lo cultivó.', 6],
  ['atitlan-san-juan', 'Byron X.', 4, 'Va muy bien con champurradas, como prometen.', 19],
  ['fraijanes-natural', 'Andrea S.', 5, 'Huele a fresa desde que abrís la bolsa. Compren antes de que se acabe.', 4],
  ['fraijanes-natural', 'Pablo N.', 3, 'Interesante, pero para todos los días prefiero un lavado.', 24],
  ['espresso-fuego', 'Diego L.', 5, 'Crema de medio dedo con la receta de la bolsa. Atraviesa la leche sin problema.', 8],
  ['espresso-fuego', 'Karla M.', 5, 'Lo usamos en la cafetería y los clientes preguntan qué es.', 30],
  ['descafeinado-siesta', 'Elena G.', 5, 'Nadie en la cena creyó que era descafeinado.', 13],
  ['cold-brew-la-merced', 'Kevin A.', 5, 'Doce horas y listo. Sin amargo, lo tomo con hielo y una rodaja de naranja.', 10],
  ['geisha-microlote', 'Estuardo P.', 5, 'La bolsa 43 de 120. El mejor café que he tomado en Guatemala.', 15],
  ['taza-peltre', 'Claudia H.', 5, 'Se cayó de la mesa y ni un golpe. La quiero en verde también.', 12],
  ['taza-peltre', 'Andrés B.', 4, 'Linda. Se calienta el asa si la ponés al fuego, pero es peltre.', 29],
  ['taza-barro', 'Rosa I.', 5, 'Cada una distinta. La mía tiene una nube en forma de volcán.', 22],
  ['gotero-v60', 'Sofía T.', 5, 'Más bonito que en la foto, y llegó envuelto como si fuera huevo.', 18],
  ['molino-manual', 'Luis C.', 5, 'Muele parejo y no cansa. Cambió mi café más que cualquier bolsa.', 14],
  ['chorreador-cedro', 'Álvaro M.', 5, 'Como el de mi abuela en Salamá, pero con madera que no se pudre.', 26],
  ['caja-tres-volcanes', 'Mónica D.', 5, 'La tarjeta escrita a mano fue el detalle. Mi jefa quedó encantada.', 17],
  ['vaso-termico', 'José R.', 4, 'Mantiene caliente toda la mañana. La tapa cuesta un poco al principio.', 20],
  ['filtros-papel', 'Ana V.', 5, 'No saben a papel. No hay más que decir.', 35],
] // prettier-ignore

/** New ones, for the owner to look at. */
export const pending: Opinion[] = [
  ['cada-dia', 'Marta X.', 5, 'Acabo de recibir mi tercera bolsa. Se siente fresquísimo.', 0],
  ['espresso-fuego', 'Carlos J.', 4, 'Muy bueno, aunque me costó encontrar la molienda.', 1],
  ['prensa-francesa', 'Lucía P.', 5, 'De verdad no deja arenilla. Recomendada.', 1],
  ['suscripcion-mensual', 'Edgar S.', 5, 'Cada quincena una sorpresa. El de Cobán no lo conocía y ahora es mi favorito.', 2],
  ['hervidor-cisne', 'Karla T.', 3, 'Bonito y buen chorro, pero la caja venía abollada.', 2],
] // prettier-ignore

export const rejected: Opinion[] = [
  ['cada-dia', 'Promos GT', 1, 'Gane dinero desde su casa, escríbame al privado!!!', 12],
]
