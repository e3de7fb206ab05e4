import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import {
  decode,
  encode,
  streamDecode,
  streamEncode,
  TRUNCATED_RESPONSE,
  type Answer,
  type Packet,
} from 'dns-packet'

/** How the server responds to a name: with its records, or not. */
type Fault = 'silent' | 'SERVFAIL' | 'REFUSED' | 'truncated'

/** What a name has; a CNAME is followed, as a resolver does. */
type Records = { TXT?: string[]; A?: string[]; AAAA?: string[]; CNAME?: string }

const codes = { NXDOMAIN: 3, SERVFAIL: 2, REFUSED: 5 }
const MAX_UDP = 512

/** A real DNS server on loopback, over UDP and TCP. Ends with the test file. */
export async function startDnsServer() {
  const zone = new Map<string, Records>()
  const faults = new Map<string, Fault>()
  const questions: string[] = []

  function answersTo(name: string, type: string): Answer[] {
    const { CNAME: alias, ...records } = zone.get(name) ?? {}
    if (alias) return [{ type: 'CNAME', name, data: alias, ttl: 1 }, ...answersTo(alias, type)]
    if (type === 'TXT')
      return (records.TXT ?? []).map((data) => ({ type, name, data: inParts(data), ttl: 1 }))
    if (type !== 'A' && type !== 'AAAA') return []
    return (records[type] ?? []).map((data) => ({ type, name, data, ttl: 1 }))
  }

  /** @returns null where nothing is sent */
  function respond(query: Packet): Packet | null {
    const [{ name, type }] = query.questions as [{ name: string; type: string }]
    questions.push(`${type} ${name}`)
    const fault = faults.get(name)
    if (fault === 'silent') return null
    const code = fault === 'SERVFAIL' || fault === 'REFUSED' ? fault : zone.has(name) ? null : 'NXDOMAIN'
    const { id, questions: asked } = query
    const answers = code ? [] : answersTo(name, type)
    return { type: 'response', id, flags: code ? codes[code] : 0, questions: asked, answers }
  }

  const isTruncated = (query: Packet) => faults.get(query.questions![0]!.name) === 'truncated'
  const udp = createSocket('udp4', (message, { port, address }) => {
    const query = decode(message)
    const response = respond(query)
    if (!response) return
    const whole = encode(response)
    const short = { ...response, flags: TRUNCATED_RESPONSE, answers: [] }
    udp.send(whole.length > MAX_UDP || isTruncated(query) ? encode(short) : whole, port, address)
  })
  const tcp = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (message) => {
      const query = streamDecode(message)
      const response = respond(query)
      if (isTruncated(query)) socket.destroy()
      else if (response) socket.write(streamEncode(response))
    })
  }).listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const { port } = tcp.address() as AddressInfo
  udp.bind(port, '127.0.0.1')
  await once(udp, 'listening')
  after(() => {
    udp.close()
    tcp.close()
  })

  return {
    /** For `DNS_SERVERS`. */
    address: `127.0.0.1:${port}`,
    questions,
    set: (name: string, records: Records) => void zone.set(name, records),
    remove: (name: string) => void zone.delete(name),
    fail: (name: string, fault: Fault) => void faults.set(name, fault),
    mend: (name: string) => void faults.delete(name),
  }
}

/** A text longer than 255 bytes is in several parts. */
const inParts = (text: string) => text.match(/.{1,255}/gs) ?? ['']
