import { ApiError } from '../../core/errors/errors.ts'
import { known, type KnownError } from './known-error.ts'

/** The sentences of the examples are the API's, which are Spanish. */
const conflict = (code: string, error: string, details?: Record<string, unknown>) =>
  new ApiError(409, { error, code, ...(details && { details }) })

export const conflicts: KnownError[] = [
  known(
    conflict('DUPLICATE_ORDER', 'Ya recibimos este mismo pedido hace menos de 5 minutos', {
      orderNumber: 'PED-7K3QXM',
    }),
    'El mismo teléfono pidió los mismos artículos hace menos de 5 minutos.',
    'El pedido ya está hecho: su número está en details.orderNumber.',
  ),
  known(
    conflict(
      'STORE_CLOSED',
      'La tienda está cerrada y no toma pedidos por ahora. Abre el lunes 16 de marzo, 9:00 a.m.',
      { opensAt: '2026-03-16T15:00:00.000Z' },
    ),
    'La tienda está cerrada por su horario o hasta una fecha, y no toma pedidos mientras tanto.',
    'Vuelve a pedir desde details.opensAt, con otra Idempotency-Key; nulo es que no dice cuándo abre.',
  ),
  known(
    conflict('TOTAL_CHANGED', 'El total cambió: ahora es Q 110.00, y era Q 105.00', {
      expected: 105,
      total: 110,
    }),
    'Enviaste expectedTotal, y el pedido costaría otra cosa: cambió un precio, el envío o el descuento. No se hizo nada.',
    'Muestra details.total a quien compra, y si está de acuerdo vuelve a pedir con ese expectedTotal y otra Idempotency-Key.',
  ),
  known(
    conflict('DUPLICATE_SLUG', 'Esta dirección ya está en uso o está reservada', {
      suggestion: 'cafe-de-altura-2',
    }),
    'El slug ya está en uso o reservado.',
    'Elige otro; para un producto, details.suggestion propone uno libre.',
  ),
  known(
    conflict('DUPLICATE_SKU', 'El SKU CAF-340 ya lo tiene otro producto', {
      field: 'sku',
      sku: 'CAF-340',
      productId: 'p7f2h9c4s6k1m8x3w5b0t2dq',
      variantId: null,
    }),
    'Otro producto u otra variante de la tienda tiene ese SKU; details dice cuál, y en qué campo lo enviaste.',
    'Elige otro SKU, o quítaselo al que lo tiene.',
  ),
  known(
    conflict('DUPLICATE_CODE', 'Ya hay un descuento con este código'),
    'Otro descuento de la tienda tiene ese código.',
    'Elige otro código, o cambia el descuento que existe.',
  ),
  known(
    conflict('SLUG_LIMIT_REACHED', 'La tienda ya guarda 5 direcciones anteriores', {
      limit: 5,
      freeAt: '2026-03-01T12:00:00.000Z',
    }),
    'La tienda cambió de dirección 5 veces en 90 días, y cada una que dejó sigue guardada. Al crear una tienda: la cuenta ' +
      'guarda 20 direcciones de tiendas borradas y de cambios.',
    'Vuelve a una de las anteriores, o espera hasta details.freeAt.',
  ),
  known(
    conflict('CURRENCY_LOCKED', 'La moneda no se puede cambiar: la tienda ya tiene pedidos'),
    'La tienda ya tiene pedidos en su moneda.',
    'Deja la moneda como está, o abre otra tienda.',
  ),
  known(
    conflict('INVALID_STATUS_TRANSITION', 'Un pedido entregado no puede pasar a cancelado', {
      from: 'delivered',
      to: 'cancelled',
      allowed: [],
    }),
    'El pedido no puede pasar de su estado a ese.',
    'Usa uno de los estados de details.allowed.',
  ),
  known(
    conflict('NO_PAYMENT_METHOD', 'El pedido no tiene forma de pago'),
    'El pedido se hizo sin elegir una forma de pago: su `payment` es nulo.',
    'No hay pago que marcar; las formas de pago de la tienda valen para los pedidos nuevos.',
  ),
  known(
    conflict('PAID_BY_PROVIDER', 'El proveedor confirmó este pago: solo él lo cambia', {
      provider: 'mercadopago',
      reference: '104387225310',
    }),
    'El pago lo confirmó Mercado Pago o Stripe.',
    'Devuélvelo en la cuenta del proveedor: el pedido lo muestra solo.',
  ),
  known(
    conflict('PROPOSAL_OPEN', 'Este pedido ya tiene un cambio propuesto: retíralo antes', {
      sentAt: '2026-03-14T16:20:00.000Z',
    }),
    'Un pedido tiene un solo cambio por aceptar a la vez.',
    'Espera la respuesta de quien compra, o retira el cambio con `DELETE /api/v1/orders/{id}/proposal` y envía otro.',
  ),
  known(
    conflict('PROPOSAL_NOT_POSSIBLE', 'Un pedido pagado no se cambia', {
      status: 'confirmed',
      payment: 'PAID',
    }),
    'El pedido ya se envió, se canceló o se pagó, la tienda cambió de moneda, o el pedido ya cambió 20 veces.',
    'Acuérdalo con quien compra: cancela el pedido y anota otro, o devuelve la diferencia.',
  ),
  known(
    conflict('CURRENCY_MISMATCH', 'Pix solo cobra en BRL, y la tienda vende en GTQ', { currency: 'GTQ' }),
    'La forma de pago no cobra en la moneda de la tienda.',
    'Usa otra forma de pago, o una tienda en BRL.',
  ),
  known(
    conflict('NOT_CONNECTED', 'Conecta primero la cuenta de la tienda con este proveedor, en el panel', {
      provider: 'stripe',
    }),
    'La tienda no ha conectado su cuenta con el proveedor.',
    'Conéctala en el panel, en Cómo te pagan, y repite.',
  ),
  known(
    conflict('DUPLICATE_METHOD', 'La tienda ya tiene una forma de pago con este proveedor'),
    'Hay una forma de pago por proveedor.',
    'Cambia la que existe, o elimínala.',
  ),
  known(
    conflict('LIMIT_REACHED', 'La tienda ya tiene 10 formas de pago: elimina una', { limit: 10 }),
    'Ya hay tantas como caben (formas de pago de una tienda, comprobantes o versiones de un pedido); details.limit dice ' +
      'cuántas, o cuántos bytes.',
    'Elimina una forma de pago, y repite; de un pedido, escríbele a la tienda.',
  ),
  known(
    conflict('RECEIPT_NOT_EXPECTED', 'El pago ya está resuelto: no hace falta un comprobante'),
    'El pedido se paga en efectivo o con un proveedor, no tiene forma de pago, ya se pagó o se canceló.',
    'No envíes un comprobante; la página del pedido dice cómo va el pago.',
  ),
  known(
    conflict('REPLAY_IN_PROGRESS', 'El webhook todavía recibe lo que se repitió antes; espera a que termine'),
    'El webhook todavía recibe lo que se repitió antes, o lo que esperaba mientras estuvo desactivado.',
    'Espera a que se entregue; los registros dicen cómo va.',
  ),
  known(
    conflict('IMPORT_IN_PROGRESS', 'La tienda ya tiene una importación en curso: espera a que termine'),
    'Otra importación de la tienda todavía se lee, se guarda o se deshace.',
    'Espera a que GET /imports/{id} diga que terminó, y repite.',
  ),
  known(
    conflict(
      'IMPORT_NOT_UNDOABLE',
      'Una importación se deshace una sola vez, durante 30 días después de terminar; un ensayo no tiene nada que deshacer',
    ),
    'Fue un ensayo, falló, todavía no termina o tiene más de 30 días.',
    'Mira su estado y undoableUntil.',
  ),
  known(
    conflict('IDEMPOTENCY_KEY_REUSED', 'Esta Idempotency-Key ya se usó con otra solicitud'),
    'La misma Idempotency-Key llegó con otro cuerpo, método o dirección.',
    'Usa una clave nueva para cada operación nueva.',
  ),
  known(
    conflict('IDEMPOTENCY_IN_PROGRESS', 'Una solicitud con esta Idempotency-Key sigue en curso'),
    'La primera solicitud con esa Idempotency-Key todavía no termina.',
    'Espera un momento y repite la solicitud con la misma clave.',
  ),
  known(
    conflict('CHANGED_SINCE', 'Lo que se cambió volvió a cambiar desde entonces: no se deshizo nada', {
      difference: [
        {
          resource: 'product',
          id: 'k3v9x2m7q4t8w1z5b6n0c8d2',
          name: 'Café de altura',
          field: 'price',
          before: 100,
          after: 120,
          current: 130,
        },
      ],
    }),
    'Lo que un cambio dejó es otra cosa ahora: deshacerlo escribiría encima de lo que alguien hizo después.',
    'Mira details.difference: de cada campo, cómo estaba antes, cómo lo dejó el cambio y cómo está. Deshaz primero lo ' +
      'que vino después, o cambia tú lo que quieras.',
  ),
  known(
    conflict('NOT_UNDOABLE', 'Este cambio ya se deshizo', { undoneBy: 'k3v9x2m7q4t8w1z5b6n0c8d2' }),
    'El cambio ya se deshizo, tiene más de 30 días, o no es del catálogo ni de los ajustes.',
    'details.undoneBy es el cambio que lo deshizo, si lo hay: ese también se puede deshacer.',
  ),
]
