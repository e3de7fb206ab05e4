import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A passkey authenticator in software: ES256, the user always verified, the key in memory. */
export function anAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const id = randomBytes(32)
  const idHash = createHash('sha256').update(new URL(origin).hostname).digest()
  let counter = 0

  /** User present, user verified, and whether a credential comes with it. */
  function authenticatorData(credential: Buffer | null): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([
      idHash,
      Buffer.from([credential ? 0x45 : 0x05]),
      count,
      credential ?? Buffer.alloc(0),
    ])
  }
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const answer = (response: Record<string, Buffer>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(
      Object.entries(response).map(([name, value]) => [name, value.toString('base64url')]),
    ),
  })

  return {
    /** Answers `navigator.credentials.create`. */
    create({ challenge }: { challenge: string }) {
      const key = cbor(new Map<unknown, unknown>([[1, 2], [3, -7], [-1, 1], [-2, Buffer.from(x, 'base64url')], [-3, Buffer.from(y, 'base64url')]])) // prettier-ignore
      const length = Buffer.from([0, id.length])
      const authData = authenticatorData(Buffer.concat([Buffer.alloc(16), length, id, key]))
      const attestation = new Map<unknown, unknown>([['fmt', 'none'], ['attStmt', new Map()], ['authData', authData]]) // prettier-ignore
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge),
        attestationObject: cbor(attestation),
      })
    },
    /** Answers `navigator.credentials.get`. */
    get({ challenge }: { challenge: string }) {
      const clientDataJSON = clientData('webauthn.get', challenge)
      const authData = authenticatorData(null)
      const signed = Buffer.concat([authData, createHash('sha256').update(clientDataJSON).digest()])
      return answer({
        clientDataJSON,
        authenticatorData: authData,
        signature: sign('sha256', signed, privateKey),
      })
    },
  }
}

/** Encodes the part of CBOR that attestations use. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat().map(cbor)])
}

function cborHead(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  return size < 256
    ? Buffer.from([(major << 5) | 24, size])
    : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}
