import type { IncomingMessage, Server } from 'node:http'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from '../doors/app.ts'
import type { Config } from '../core/config/config.ts'
import type { App } from '../core/http/app.ts'
import { MAX_SILENCE_MS } from '../core/http/create-app.ts'
import { hasClearHost, hostName, pathOf } from '../core/http/host.ts'
import { shopOrigin } from '../features/stores/address.ts'
import { trackConnections } from '../core/http/connections.ts'
import { RESPONSE_TIMEOUT, connect } from '../core/database/db.ts'
import type { Log } from '../core/process/log.ts'
import { addressOf, portError } from '../core/process/ports.ts'
import { openMetrics } from './metrics.ts'

// How long readiness fails before the server closes, so that load balancers notice: they probe every second or so.
const DRAIN_MS = 1_500
const CONNECTIONS = 48
/** ms for running requests to end; the rest is cut off, so that what is below them can still be stopped in order. */
const FINISH_MS = 9_000
const IDLE_INTERVAL = 100

/** One web process, listening; it works off the deliveries too, unless another does. @throws StartError */
export async function serve(config: Config, log: Log, databaseUrl: string) {
  const sql = connect(databaseUrl, {
    max: Math.max(6, Math.floor(CONNECTIONS / config.cluster)),
    responseTimeout: RESPONSE_TIMEOUT,
  })
  const metrics = await openMetrics(config, sql)
  const app = await buildApp(config, sql, log)
  const closeAfterResponses = trackConnections(app.server)
  await listen(app, config)
  const redirect =
    config.tls?.redirectPort == null ? null : await redirectPlainHttp(app, config, config.tls.redirectPort)

  const worker = config.worker === 'in-process' ? startOwnWorker() : null
  void Promise.resolve(worker).then(releaseMemory)

  return { app, stop }

  /** Loaded when the service is listening already, which can be stopped meanwhile. */
  async function startOwnWorker() {
    const { startWorker } = await import('./worker.ts')
    return startWorker({ config, sql, log, afterWrite: app.afterWrite })
  }

  /** Finishes running requests; `slowly` fails readiness first, so that load balancers send no more. */
  async function stop({ slowly }: { slowly: boolean }) {
    app.lifecycle.stopping = true
    closeAfterResponses()
    if (slowly) await wait(DRAIN_MS)
    redirect?.close()
    redirect?.closeAllConnections()
    await Promise.all([close(app), worker?.then((started) => started.stop())])
    metrics?.stop()
    await sql.end({ timeout: 2 })
  }
}

/** What loading the code left behind, with the young generation that grew by it: V8 keeps both until memory is short. */
const releaseMemory = () => globalThis.gc?.({ flavor: 'last-resort' })

/** `app.close()` closes idle connections once: one that is busy then would stay open for a next request of its client. */
async function close(app: App) {
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_INTERVAL)
  const rest = setTimeout(() => app.server.closeAllConnections(), FINISH_MS)
  await app.close()
  clearInterval(idle)
  clearTimeout(rest)
}

async function listen(app: App, { host, port }: Config) {
  try {
    // For `localhost` Fastify opens a second server at ::1, which `close` does not wait for.
    await app.listen({ host: addressOf(host), port })
  } catch (error) {
    throw portError(error, { variable: 'PORT', hostVariable: 'HOST', host, port })
  }
}

async function redirectPlainHttp(app: App, { host }: Config, port: number): Promise<Server> {
  const { createServer } = await import('node:http')
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    if (!hasClearHost(request)) return void response.writeHead(400, { connection: 'close' }).end()
    void httpsUrl(app, request).then((location) =>
      response.writeHead(301, { location, connection: 'close' }).end(),
    )
  })
  server.timeout = MAX_SILENCE_MS
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return server
  } catch (error) {
    throw portError(error, { variable: 'HTTP_REDIRECT_PORT', hostVariable: 'HOST', host, port })
  }
}

async function httpsUrl(app: App, { url = '/', headers }: IncomingMessage): Promise<string> {
  const name = hostName(headers.host ?? '')
  const store = await app.domains.find(name).catch(() => undefined) // without a database
  return (store?.isOpen ? shopOrigin(app, store) : app.publicUrl) + pathOf(url)
}
