import { once } from 'node:events'
import { codeOf, messageOf, StartError } from '../errors/start-error.ts'
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
    throw new StartError(problemOf(error, host, port))
  }
  function stop() {
    server.close()
    server.closeAllConnections()
  }
  return { stop }
}

function problemOf(error: unknown, host: string, port: number): string {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return `METRICS_PORT: port ${port} of ${host} is taken by another process`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `METRICS_HOST: ${host} is not an address of this machine`
    default:
      return `METRICS_PORT: port ${port} of ${host} can't be opened: ${messageOf(error)}`
  }
}
