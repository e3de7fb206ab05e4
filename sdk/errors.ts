import type { ErrorCode } from './types.ts'

type Body = { error?: string; code?: ErrorCode; message?: string; details?: Record<string, unknown> }

/** A response that is not a success. `code` is null for a suspended store (402), and for responses of a proxy in between. */
export class VitrinaError extends Error {
  override readonly name = 'VitrinaError'
  readonly status: number
  readonly code: ErrorCode | null
  readonly details: Record<string, unknown>
  /** The whole body, with the fields that only some errors have (`upgradeUrl`, `feature`, `limit`…). */
  readonly body: Record<string, unknown>
  /** Mention it when you contact support. */
  readonly requestId: string | null
  /** Seconds to wait before the next try, where the service says so. */
  readonly retryAfter: number | null

  constructor(response: Response, body: Body) {
    super(body.message ?? body.error ?? `HTTP ${response.status}`)
    this.status = response.status
    this.code = body.code ?? null
    this.details = body.details ?? {}
    this.body = body
    this.requestId = response.headers.get('x-request-id')
    this.retryAfter = seconds(response.headers.get('retry-after'))
  }
}

function seconds(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header) ? Number(header) : null
}
