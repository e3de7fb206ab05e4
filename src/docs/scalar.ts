import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { fastify } from 'fastify'

let script: Promise<Buffer> | undefined

/** The reference's own script, gzipped. It is large: read when first asked for, and cached. */
export function scalarScript(): Promise<Buffer> {
  script ??= readScript()
  return script
}

/** The package serves its script but does not export it. */
async function readScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const server = fastify()
  await server.register(scalar, { routePrefix: '/docs', configuration: { url: '/api/v1/openapi.json' } })
  const { rawPayload } = await server.inject('/docs/js/scalar.js')
  await server.close()
  return promisify(gzip)(rawPayload)
}
