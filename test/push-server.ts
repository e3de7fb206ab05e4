import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export type Push = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** A browser's push service on loopback: it takes what is sent and answers with `react`'s status. Ends with the test file. */
export async function aPushServer(react: (push: Push) => number = () => 201) {
  const pushes: Push[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const push = { path: request.url!, headers: request.headers, body: Buffer.concat(chunks) }
      pushes.push(push)
      response.writeHead(react(push)).end()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, pushes }
}

/** A browser's half of a subscription: what it sends to the panel, and how it decrypts messages. */
export function aBrowserKey() {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys()
  const auth = randomBytes(16)
  return {
    fields: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
    /** As RFC 8291 and RFC 8188 say: salt, record size, the sender's key, one record. */
    read(body: Buffer) {
      const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + body[20]!)]
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender])
      const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32))
      const derive = (name: string, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
      const record = body.subarray(21 + body[20]!)
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      decipher.setAuthTag(record.subarray(-16))
      const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString()) as Record<string, string>
    },
  }
}

/** The claims of a push's `Authorization` (RFC 8292), whose signature is checked by the key beside it. */
export function claimsOf({ headers }: Push) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const [head, claims, signature] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') } // prettier-ignore
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const by = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', signed, by, Buffer.from(signature!, 'base64url'))) throw new Error('Wrong signature')
  return { key, ...JSON.parse(Buffer.from(claims!, 'base64url').toString()) } as Record<string, string>
}
