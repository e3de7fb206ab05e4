import type { TSchema } from 'typebox'
import {
  ApiErrorBody,
  PaymentRequiredBody,
  PlanLimitBody,
  PlanRequiredBody,
  ValidationErrorBody,
} from './error-bodies.ts'

/** Every error code: the table behind the reference, the guide of errors, the client and the tests. */
export type KnownError = {
  status: number
  /** Null where the specification gives none. */
  code: string | null
  cause: string
  remedy: string
  schema: TSchema
  example: object
}

const upgradeUrl = 'https://vitrina.example/panel/t/cafe-antigua/plan'

const coded = (
  status: number,
  code: string,
  error: string,
  { cause, remedy, details }: { cause: string; remedy: string; details?: object },
): KnownError => {
  return {
    status,
    code,
    cause,
    remedy,
    schema: ApiErrorBody,
    example: { error, code, ...(details && { details }) },
  }
}

export const knownErrors: KnownError[] = [
  {
    status: 400,
    code: 'VALIDATION_ERROR',
    cause:
      'Falta un campo, sobra uno, un valor es de otro tipo o está fuera de rango, o el cuerpo no es JSON válido.',
    remedy: 'Corrige los campos que nombra details.issues; repetir la misma solicitud da el mismo error.',
    schema: ValidationErrorBody,
    example: {
      error: 'Debe ser 100 o menos (limit)',
      code: 'VALIDATION_ERROR',
      details: {
        field: 'limit',
        reason: 'maximum',
        issues: [{ field: 'limit', reason: 'maximum', message: 'Debe ser 100 o menos' }],
      },
    },
  },
  coded(400, 'store_required', 'La clave alcanza varias tiendas: indica cuál con la cabecera Service-Store', {
    cause: 'Una clave de cuenta que alcanza varias tiendas no dice cuál.',
    remedy: 'Envía la cabecera Service-Store con el id o el slug de la tienda.',
  }),
  coded(401, 'UNAUTHORIZED', 'La clave de API no existe, fue revocada o venció', {
    cause:
      'Falta la cabecera Authorization, no empieza con Bearer, o la clave no existe, fue revocada o venció.',
    remedy: 'Envía "Authorization: Bearer <API_KEY>" con una clave vigente del panel.',
  }),
  {
    status: 402,
    code: null,
    cause: 'La tienda está suspendida por falta de pago.',
    remedy: 'Cuando el pago llega, la siguiente solicitud ya funciona; la clave sigue siendo la misma.',
    schema: PaymentRequiredBody,
    example: {
      error: 'payment_required',
      message: 'La tienda está suspendida por falta de pago. Se reactiva sola en cuanto se recibe el pago.',
      state: 'suspended',
      upgradeUrl,
    },
  },
  coded(403, 'FORBIDDEN', 'A la clave le falta el permiso orders:write', {
    cause: 'A la clave le falta el permiso de la operación (details.requiredScope), o no alcanza esa tienda.',
    remedy: 'Usa una clave con ese permiso, o de esa tienda.',
    details: { requiredScope: 'orders:write' },
  }),
  {
    status: 403,
    code: 'PLAN_REQUIRED',
    cause: 'Las estadísticas y la moderación de reseñas necesitan un plan de pago.',
    remedy: 'Contrata Pro o Lifetime en upgradeUrl.',
    schema: PlanRequiredBody,
    example: {
      error: 'plan_required',
      code: 'PLAN_REQUIRED',
      message: 'Esta operación necesita un plan de pago (Pro o Lifetime)',
      feature: 'advancedAnalytics',
      upgradeUrl,
    },
  },
  {
    status: 403,
    code: 'PLAN_LIMIT_REACHED',
    cause: 'La tienda ya tiene todo lo que su plan permite de ese recurso.',
    remedy: 'Borra o desactiva algo, o contrata un plan mayor en upgradeUrl.',
    schema: PlanLimitBody,
    example: {
      error: 'plan_limit_reached',
      code: 'PLAN_LIMIT_REACHED',
      message: 'El plan permite hasta 50 productos y ya hay 50',
      resource: 'products',
      limit: 50,
      used: 50,
      upgradeUrl,
    },
  },
  coded(404, 'NOT_FOUND', 'El pedido no existe', {
    cause: 'El recurso no existe, fue borrado o es de otra tienda; o la dirección está mal escrita.',
    remedy: 'Revisa el id y la dirección.',
  }),
  coded(405, 'METHOD_NOT_ALLOWED', 'Esta dirección solo admite GET, HEAD', {
    cause: 'La dirección existe, pero no con ese método.',
    remedy: 'Usa uno de los métodos de la cabecera Allow.',
  }),
  coded(409, 'DUPLICATE_ORDER', 'Ya recibimos este mismo pedido hace menos de 5 minutos', {
    cause: 'El mismo teléfono pidió los mismos artículos hace menos de 5 minutos.',
    remedy: 'El pedido ya está hecho: su número está en details.orderNumber.',
    details: { orderNumber: 'PED-7K3QXM' },
  }),
  coded(
    409,
    'STORE_CLOSED',
    'La tienda está cerrada y no toma pedidos por ahora. Abre el lunes 16 de marzo, 9:00 a.m.',
    {
      cause: 'La tienda está cerrada por su horario o hasta una fecha, y no toma pedidos mientras tanto.',
      remedy:
        'Vuelve a pedir desde details.opensAt, con otra Idempotency-Key; nulo es que no dice cuándo abre.',
      details: { opensAt: '2026-03-16T15:00:00.000Z' },
    },
  ),
  coded(409, 'DUPLICATE_SLUG', 'Esta dirección ya está en uso o está reservada', {
    cause: 'El slug ya está en uso o reservado.',
    remedy: 'Elige otro; para un producto, details.suggestion propone uno libre.',
    details: { suggestion: 'cafe-de-altura-2' },
  }),
  coded(409, 'DUPLICATE_CODE', 'Ya hay un descuento con este código', {
    cause: 'Otro descuento de la tienda tiene ese código.',
    remedy: 'Elige otro código, o cambia el descuento que existe.',
  }),
  coded(409, 'SLUG_LIMIT_REACHED', 'La tienda ya guarda 5 direcciones anteriores', {
    cause: 'La tienda cambió de dirección 5 veces en 90 días, y cada una que dejó sigue guardada.',
    remedy: 'Vuelve a una de las anteriores, o espera hasta details.freeAt.',
    details: { limit: 5, freeAt: '2026-03-01T12:00:00.000Z' },
  }),
  coded(409, 'CURRENCY_LOCKED', 'La moneda no se puede cambiar: la tienda ya tiene pedidos', {
    cause: 'La tienda ya tiene pedidos en su moneda.',
    remedy: 'Deja la moneda como está, o abre otra tienda.',
  }),
  coded(409, 'INVALID_STATUS_TRANSITION', 'Un pedido entregado no puede pasar a cancelado', {
    cause: 'El pedido no puede pasar de su estado a ese.',
    remedy: 'Usa uno de los estados de details.allowed.',
    details: { from: 'delivered', to: 'cancelled', allowed: [] },
  }),
  coded(
    409,
    'REPLAY_IN_PROGRESS',
    'El webhook todavía recibe lo que se repitió antes; espera a que termine',
    {
      cause:
        'El webhook todavía recibe lo que se repitió antes, o lo que esperaba mientras estuvo desactivado.',
      remedy: 'Espera a que se entregue; los registros dicen cómo va.',
    },
  ),
  coded(409, 'IMPORT_IN_PROGRESS', 'La tienda ya tiene una importación en curso: espera a que termine', {
    cause: 'Otra importación de la tienda todavía se lee, se guarda o se deshace.',
    remedy: 'Espera a que GET /imports/{id} diga que terminó, y repite.',
  }),
  coded(
    409,
    'IMPORT_NOT_UNDOABLE',
    'Solo se deshace una importación terminada, que no fue un ensayo y tiene menos de 30 días',
    {
      cause: 'Fue un ensayo, falló, todavía no termina o tiene más de 30 días.',
      remedy: 'Mira su estado y undoableUntil.',
    },
  ),
  coded(409, 'IDEMPOTENCY_KEY_REUSED', 'Esta Idempotency-Key ya se usó con otra solicitud', {
    cause: 'La misma Idempotency-Key llegó con otro cuerpo, método o dirección.',
    remedy: 'Usa una clave nueva para cada operación nueva.',
  }),
  coded(409, 'IDEMPOTENCY_IN_PROGRESS', 'Una solicitud con esta Idempotency-Key sigue en curso', {
    cause: 'La primera solicitud con esa Idempotency-Key todavía no termina.',
    remedy: 'Espera un momento y repite la solicitud con la misma clave.',
  }),
  coded(409, 'CHANGED_SINCE', 'Lo que se cambió volvió a cambiar desde entonces: no se deshizo nada', {
    cause:
      'Lo que un cambio dejó es otra cosa ahora: deshacerlo escribiría encima de lo que alguien hizo después.',
    remedy:
      'Mira details.difference: de cada campo, cómo estaba antes, cómo lo dejó el cambio y cómo está. Deshaz primero lo ' +
      'que vino después, o cambia tú lo que quieras.',
    details: {
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
    },
  }),
  coded(409, 'NOT_UNDOABLE', 'Este cambio ya se deshizo', {
    cause: 'El cambio ya se deshizo, tiene más de 30 días, o no es del catálogo ni de los ajustes.',
    remedy: 'details.undoneBy es el cambio que lo deshizo, si lo hay: ese también se puede deshacer.',
    details: { undoneBy: 'k3v9x2m7q4t8w1z5b6n0c8d2' },
  }),
  coded(412, 'CHANGED_SINCE', 'El producto cambió desde que lo leíste', {
    cause: 'El ETag de If-Match es de otra versión: alguien cambió el recurso después de esa lectura.',
    remedy:
      'Compara con details.current, que es como está ahora, y repite con su ETag, que viene en la respuesta.',
    details: { current: { id: 'k3v9x2m7q4t8w1z5b6n0c8d2', name: 'Café de altura', price: 89 } },
  }),
  coded(413, 'PAYLOAD_TOO_LARGE', 'El cuerpo supera el máximo de 1024 KiB', {
    cause: 'El cuerpo pasa de 1 MiB, o de 64 KiB en las direcciones públicas.',
    remedy: 'Envía menos en cada solicitud.',
  }),
  coded(415, 'UNSUPPORTED_MEDIA_TYPE', 'El cuerpo debe ser JSON: envía "Content-Type: application/json"', {
    cause: 'El cuerpo no se anuncia como JSON, o una foto no es de un formato que se lea.',
    remedy: 'Envía "Content-Type: application/json"; una foto, como JPEG.',
  }),
  coded(429, 'RATE_LIMIT_EXCEEDED', 'Demasiadas solicitudes: vuelve a intentarlo en 12 segundos', {
    cause: 'Se llegó al límite de solicitudes, o a lo que una cuenta guarda en un día: lo dice la frase.',
    remedy: 'Espera los segundos que dice la cabecera Retry-After.',
  }),
  coded(431, 'HEADERS_TOO_LARGE', 'La dirección y las cabeceras son demasiado grandes', {
    cause: 'La dirección y las cabeceras juntas pasan de 16 KiB.',
    remedy: 'Envía menos en ellas; lo largo va en el cuerpo.',
  }),
  coded(500, 'INTERNAL_ERROR', 'Ocurrió un error inesperado. Vuelve a intentarlo.', {
    cause: 'Falló algo de nuestro lado.',
    remedy: 'Repite la solicitud; si sigue, escríbenos con el valor de X-Request-Id.',
  }),
  coded(503, 'SERVICE_UNAVAILABLE', 'El servicio no está disponible por un momento. Vuelve a intentarlo.', {
    cause: 'La base de datos no responde por un momento.',
    remedy: 'Repite la solicitud tras los segundos de Retry-After; un POST, con la misma Idempotency-Key.',
  }),
]
