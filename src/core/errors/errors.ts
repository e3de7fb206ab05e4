import { joined, t, wordingIn, type Localized, type Wording } from '../texts/text.ts'

/** `upgradeUrl` is a path; `sendError` makes it a URL, of the request's store when it is null. */
type ErrorBody<Sentence = Wording> = {
  error: Sentence
  /** For people, where `error` is for programs. */
  message?: Sentence
  code?: string
  details?: Record<string, unknown>
  upgradeUrl?: string | null
  [field: string]: unknown
}

/** An error response. Throw one anywhere below a route; only `sendError` catches it. */
export class ApiError extends Error {
  readonly status: number
  /** In Spanish, as the API sends it. */
  readonly body: ErrorBody<string>
  readonly headers: Record<string, string>
  /** The sentence for people, in their language. */
  readonly sentence: Wording
  readonly issues: Issue[]

  constructor(
    status: number,
    body: ErrorBody,
    headers: Record<string, string> = {},
    issues: Issue[] = (body.details?.['issues'] as Issue[] | undefined) ?? [],
  ) {
    const { message } = body
    const error = wordingIn(body.error, 'es')
    super(error)
    this.status = status
    this.body = {
      ...body,
      error,
      ...(message !== undefined && { message: wordingIn(message, 'es') }),
    } as ErrorBody<string>
    this.headers = headers
    this.sentence = message ?? body.error
    this.issues = issues
  }
}

/** The human-readable sentence: `message` where `error` is a machine-readable code. */
export const userMessage = ({ sentence }: ApiError): Wording => sentence

export type Issue = { field: string; reason: string; message: Wording } & Bounds

/** As the API sends it. */
type SpanishIssue = Issue & { message: string }

export const inSpanish = (issue: Issue): SpanishIssue => ({
  ...issue,
  message: wordingIn(issue.message, 'es'),
})

type Bounds = { available?: number; group?: string; minimum?: number; step?: number; opensAt?: string | null }

export const issuesIn = ({ issues }: ApiError): Issue[] => issues

/** What is wrong with the first field, without its name, or else the error's sentence. */
export const firstMessage = (error: ApiError): Wording => issuesIn(error)[0]?.message ?? userMessage(error)

/** 400 on one field: `invalid('items.0.variantId', 'not_found', t('La variante no existe o no está a la venta'))`. */
export const invalid = (field: string, reason: string, message: Localized) =>
  invalidAll([{ field, reason, message }])

/** 400 with all issues; `details` are those of the first. */
export function invalidAll(issues: [Issue, ...Issue[]]): ApiError {
  const sent = issues.map(inSpanish)
  const [{ message: _message, field, ...details }] = sent as [SpanishIssue]
  const body = {
    error: joined([issues[0].message, `(${field})`], ' '),
    code: 'VALIDATION_ERROR',
    details: { field, ...details, issues: sent },
  }
  return new ApiError(400, body, {}, issues)
}

export const unauthorized = (
  why = 'Falta una clave de API válida: envía "Authorization: Bearer <API_KEY>"',
) => new ApiError(401, { error: why, code: 'UNAUTHORIZED' }, { 'www-authenticate': 'Bearer' })

export const forbidden = (why: Localized, details?: Record<string, unknown>) =>
  new ApiError(403, { error: why, code: 'FORBIDDEN', ...(details && { details }) })

/** 404 with its noun and article: `notFound(t('El pedido'))`, `notFound(t('La categoría'))`. */
export const notFound = (what: Localized) =>
  new ApiError(404, { error: t('{what} no existe', { what }), code: 'NOT_FOUND' })

/** 421: the host name of the request is neither the service's own nor a shop's open domain. */
export const misdirected = () =>
  new ApiError(421, { error: t('En esta dirección no hay ninguna tienda'), code: 'MISDIRECTED_REQUEST' })

export const conflict = (code: string, error: Localized, details?: Record<string, unknown>) =>
  new ApiError(409, { error, code, ...(details && { details }) })

/** 412: `If-Match` names another version than the current one, which is sent with its ETag. */
export const preconditionFailed = (error: Localized, current: object, etag: string) =>
  new ApiError(412, { error, code: 'CHANGED_SINCE', details: { current } }, { etag })

export const storeRequired = () =>
  new ApiError(400, {
    error:
      'La clave alcanza varias tiendas: indica cuál con la cabecera Service-Store (id o slug de la tienda)',
    code: 'store_required',
  })

/** The panel page to buy a plan: for this store, or for the store that the owner opened last. */
export const planPath = (slug?: string) => (slug === undefined ? '/panel/plan' : `/panel/t/${slug}/plan`)

export const paymentRequired = (slug?: string) =>
  new ApiError(402, {
    error: 'payment_required',
    message: t('La tienda está suspendida por falta de pago. Se reactiva sola en cuanto se recibe el pago.'),
    state: 'suspended',
    upgradeUrl: planPath(slug),
  })

export type Feature = 'advancedAnalytics' | 'reviewModeration'

export const planRequired = (feature: Feature, slug: string) =>
  new ApiError(403, {
    error: 'plan_required',
    code: 'PLAN_REQUIRED',
    message: t('Esta operación necesita un plan de pago (Pro o Lifetime)'),
    feature,
    upgradeUrl: planPath(slug),
  })

/** @param noun of the resource, `productos` */
export const planLimitReached = (resource: string, noun: Wording, limit: number, used: number) =>
  new ApiError(403, {
    error: 'plan_limit_reached',
    code: 'PLAN_LIMIT_REACHED',
    message: t('El plan permite hasta {limit} {noun} y ya hay {used}', { limit, noun, used }),
    resource,
    limit,
    used,
    upgradeUrl: null,
  })

export const rateLimited = (seconds: number, headers: Record<string, string> = {}) =>
  new ApiError(
    429,
    {
      error: t(
        'Demasiadas solicitudes: vuelve a intentarlo en {seconds, plural, one {{seconds} segundo} other {{seconds} segundos}}',
        { seconds },
      ),
      code: 'RATE_LIMIT_EXCEEDED',
    },
    { 'retry-after': String(seconds), ...headers },
  )

export const dailyBytesReached = (limit: number, retryAfter: number) => {
  const hours = Math.ceil(retryAfter / 3600)
  return new ApiError(
    429,
    {
      error: t(
        'La cuenta ya guardó en un día el máximo de {max}. Puedes seguir en {hours, plural, one {# hora} other {# horas}}',
        { max: inUnits(limit), hours },
      ),
      code: 'RATE_LIMIT_EXCEEDED',
    },
    { 'retry-after': String(retryAfter) },
  )
}

export const methodNotAllowed = (allow: string) =>
  new ApiError(405, { error: `Esta dirección solo admite ${allow}`, code: 'METHOD_NOT_ALLOWED' }, { allow })

export const unsupportedMediaType = () =>
  new ApiError(415, {
    error: 'El cuerpo debe ser JSON: envía "Content-Type: application/json"',
    code: 'UNSUPPORTED_MEDIA_TYPE',
  })

export const unsupportedPicture = () =>
  new ApiError(415, {
    error: t('La foto debe ser JPEG, PNG, WebP o AVIF. Si es HEIC o de otro formato, guárdala como JPEG'),
    code: 'UNSUPPORTED_MEDIA_TYPE',
  })

export const unsupportedReceipt = () =>
  new ApiError(415, {
    error: t(
      'El comprobante debe ser una foto (JPEG, PNG, WebP o AVIF) o un PDF, en el campo file de un formulario',
    ),
    code: 'UNSUPPORTED_MEDIA_TYPE',
  })

export const unsupportedFile = () =>
  new ApiError(415, {
    error: t('El archivo debe ser CSV: envíalo con "Content-Type: text/csv", o en un multipart/form-data'),
    code: 'UNSUPPORTED_MEDIA_TYPE',
  })

export const payloadTooLarge = (limit: number) =>
  new ApiError(413, {
    error: t('El cuerpo supera el máximo de {max}', { max: inUnits(limit) }),
    code: 'PAYLOAD_TOO_LARGE',
  })

export const fileTooLarge = (limit: number) =>
  new ApiError(413, {
    error: t('El archivo supera el máximo de {max}', { max: inUnits(limit) }),
    code: 'PAYLOAD_TOO_LARGE',
  })

const inUnits = (bytes: number) =>
  bytes > 2 ** 20 ? `${Math.floor(bytes / 2 ** 20)} MiB` : `${Math.floor(bytes / 1024)} KiB`

export const malformedJson = () => invalid('body', 'malformed_json', t('El cuerpo no es JSON válido'))

export const malformedRequest = () => invalid('request', 'invalid', t('La solicitud HTTP no es válida'))

export const requestTimeout = () =>
  new ApiError(408, { error: 'La solicitud no llegó completa a tiempo', code: 'REQUEST_TIMEOUT' })

export const headersTooLarge = () =>
  new ApiError(431, {
    error: 'La dirección y las cabeceras son demasiado grandes',
    code: 'HEADERS_TOO_LARGE',
  })

export const unexpected = () =>
  new ApiError(500, { error: t('Ocurrió un error inesperado. Vuelve a intentarlo.'), code: 'INTERNAL_ERROR' })

/** It says that there is much load, not that something is broken. */
export class TooBusy extends ApiError {}

export const tooBusy = () =>
  new TooBusy(...retryIn(2, t('Hay demasiadas solicitudes a la vez. Vuelve a intentarlo en un momento.')))

export const unavailable = () =>
  new ApiError(...retryIn(5, t('El servicio no está disponible por un momento. Vuelve a intentarlo.')))

const retryIn = (seconds: number, error: Wording) =>
  [503, { error, code: 'SERVICE_UNAVAILABLE' }, { 'retry-after': String(seconds) }] as const
