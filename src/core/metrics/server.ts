import { once } from 'node:events'
import { portError } from '../process/ports.ts'
import { throttle } from '../process/throttle.ts'

type Options = { host: string; port: number; metrics: () => Promise<string> }

/** ms for which a scrape's result is reused: each one queries the database. */
const MAX_AGE = 1_000

/** Serves `/metrics` on a separate port, which only the monitoring should reach. @throws StartError */
export async function serveMetrics({ host, port, metrics }: Options): Promise<{ stop: () => void }> {
  const text = throttle(MAX_AGE, metrics)
  const { createServer } = await import('node:http')
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    if (!['GET', 'HEAD'].includes(request.method!))
      return void response.writeHead(405, { allow: 'GET' }).end()
    text().then(
      (body) =>
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body),
      () => response.writeHead(500).end(),
    )
  })
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    throw portError(error, { variable: 'METRICS_PORT', hostVariable: 'METRICS_HOST', host, port })
  }
  function stop() {
    server.close()
    server.closeAllConnections()
  }
  return { stop }
}
