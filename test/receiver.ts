import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import type { WebhookMessage } from '../sdk/types.ts'

export type Received = {
  at: number
  id: string
  headers: IncomingHttpHeaders & Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>
  text: string
  body: WebhookMessage | Ping
}

type Ping = { id: string; type: 'ping'; timestamp: string; storeId: string; data: { id?: string } }

export type Reaction = number | { status: number; headers?: Record<string, string>; body?: string } | 'hang'

/** A server on loopback that receives webhooks and replies as `react` returns. Ends with the test file. */
export async function aReceiver(react: (message: Received) => Reaction = () => 200) {
  const messages: Received[] = []
  const hanging = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const headers = request.headers as Received['headers']
      const message = {
        at: Date.now(),
        id: headers['webhook-id'],
        headers,
        text,
        body: JSON.parse(text) as Received['body'],
      }
      messages.push(message)
      const reaction = react(message)
      if (reaction === 'hang') return void hanging.add(response)
      const answer: Exclude<Reaction, number | 'hang'> =
        typeof reaction === 'number' ? { status: reaction } : reaction
      response.writeHead(answer.status, answer.headers).end(answer.body ?? 'ok')
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    messages,
    /** Answers 200 to all requests that were left hanging. */
    release: () => {
      for (const response of hanging) response.writeHead(200).end()
      hanging.clear()
    },
  }
}
