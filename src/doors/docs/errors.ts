import {
  ApiError,
  forbidden,
  headersTooLarge,
  invalid,
  methodNotAllowed,
  misdirected,
  notFound,
  payloadTooLarge,
  paymentRequired,
  planLimitReached,
  planRequired,
  preconditionFailed,
  rateLimited,
  requestTimeout,
  unauthorized,
  unavailable,
  unexpected,
  unsupportedMediaType,
} from '../../core/errors/errors.ts'
import { PaymentRequiredBody, PlanLimitBody, PlanRequiredBody, ValidationErrorBody } from './error-bodies.ts'
import { conflicts } from './conflicts.ts'
import { known, type KnownError } from './known-error.ts'
import { t } from '../../core/texts/text.ts'

/** Every error code of the API: what the service sends, its cause and its remedy. */
export const knownErrors: KnownError[] = [
  known(
    invalid('limit', 'maximum', t('Debe ser {max} o menos', { max: 100 })),
    'Falta un campo, sobra uno, un valor es de otro tipo o está fuera de rango, o el cuerpo no es JSON válido.',
    'Corrige los campos que nombra details.issues; repetir la misma solicitud da el mismo error.',
    ValidationErrorBody,
  ),
  known(
    new ApiError(400, {
      error: 'La clave alcanza varias tiendas: indica cuál con la cabecera Service-Store',
      code: 'store_required',
    }),
    'Una clave de cuenta que alcanza varias tiendas no dice cuál.',
    'Envía la cabecera Service-Store con el id o el slug de la tienda.',
  ),
  known(
    unauthorized('La clave de API no existe, fue revocada o venció'),
    'Falta la cabecera Authorization, no empieza con Bearer, o la clave no existe, fue revocada o venció.',
    'Envía "Authorization: Bearer <API_KEY>" con una clave vigente del panel.',
  ),
  known(
    paymentRequired('cafe-antigua'),
    'La tienda está suspendida por falta de pago.',
    'Cuando el pago llega, la siguiente solicitud ya funciona; la clave sigue siendo la misma.',
    PaymentRequiredBody,
  ),
  known(
    forbidden(t('A la clave le falta el permiso {scope}', { scope: 'orders:write' }), {
      requiredScope: 'orders:write',
    }),
    'A la clave le falta el permiso de la operación (details.requiredScope), o no alcanza esa tienda.',
    'Usa una clave con ese permiso, o de esa tienda.',
  ),
  known(
    planRequired('advancedAnalytics', 'cafe-antigua'),
    'Las estadísticas y la moderación de reseñas necesitan un plan de pago.',
    'Contrata Pro o Lifetime en upgradeUrl.',
    PlanRequiredBody,
  ),
  known(
    planLimitReached('products', 'productos', 50, 50),
    'La tienda ya tiene todo lo que su plan permite de ese recurso.',
    'Borra o desactiva algo, o contrata un plan mayor en upgradeUrl.',
    PlanLimitBody,
  ),
  known(
    notFound(t('El pedido')),
    'El recurso no existe, fue borrado o es de otra tienda; o la dirección está mal escrita.',
    'Revisa el id y la dirección.',
  ),
  known(
    methodNotAllowed('GET, HEAD'),
    'La dirección existe, pero no con ese método.',
    'Usa uno de los métodos de la cabecera Allow.',
  ),
  ...conflicts,
  known(
    preconditionFailed(
      t('El producto cambió desde que lo leíste'),
      { id: 'k3v9x2m7q4t8w1z5b6n0c8d2', name: 'Café de altura', price: 89 },
      '',
    ),
    'El ETag de If-Match es de otra versión: alguien cambió el recurso después de esa lectura.',
    'Compara con details.current, que es como está ahora, y repite con su ETag, que viene en la respuesta.',
  ),
  known(
    payloadTooLarge(2 ** 20),
    'El cuerpo pasa de 1 MiB, o de 64 KiB en las direcciones públicas.',
    'Envía menos en cada solicitud.',
  ),
  known(
    requestTimeout(),
    'La solicitud empezó a llegar, pero no terminó: sus cabeceras tardaron más de 10 s, o toda ella más de 2 minutos.',
    'Repítela con una conexión mejor; un POST, con la misma Idempotency-Key.',
  ),
  known(
    misdirected(),
    'La solicitud llegó por un dominio que no es de este servicio ni de una tienda abierta.',
    'Usa la dirección del servicio, o el dominio de la tienda cuando esté abierto.',
  ),
  known(
    unsupportedMediaType(),
    'El cuerpo no se anuncia como JSON, o una foto no es de un formato que se lea.',
    'Envía "Content-Type: application/json"; una foto, como JPEG.',
  ),
  known(
    rateLimited(12),
    'Se llegó al límite de solicitudes, o a lo que una cuenta guarda en un día: lo dice la frase.',
    'Espera los segundos que dice la cabecera Retry-After.',
  ),
  known(
    headersTooLarge(),
    'La dirección y las cabeceras juntas pasan de 16 KiB.',
    'Envía menos en ellas; lo largo va en el cuerpo.',
  ),
  known(
    unexpected(),
    'Falló algo de nuestro lado.',
    'Repite la solicitud; si sigue, escríbenos con el valor de X-Request-Id.',
  ),
  known(
    unavailable(),
    'La base de datos no responde por un momento.',
    'Repite la solicitud tras los segundos de Retry-After; un POST, con la misma Idempotency-Key.',
  ),
]
