import { Type } from 'typebox'
import type { App } from '../../core/http/app.ts'

const Health = Type.Object({ status: Type.Literal('ok'), timestamp: Type.String({ format: 'date-time' }) })

export function healthRoute(app: App) {
  app.get('/health', {
    schema: {
      operationId: 'getHealth',
      summary: 'Saber si el proceso vive',
      description: 'Responde mientras el proceso atiende, sin preguntar a la base de datos.',
      response: { 200: Health },
    },
    handler: () => ({ status: 'ok' as const, timestamp: new Date().toISOString() }),
  })
}
