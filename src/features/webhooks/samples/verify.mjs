import { createHmac, timingSafeEqual } from 'node:crypto'

/** rawBody: el cuerpo tal como llegó, antes de leerlo como JSON. */
export function verify(secret, headers, rawBody) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) throw new Error('Demasiado viejo')
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const wanted = createHmac('sha256', key).update(`${id}.${timestamp}.${rawBody}`).digest()
  const isGood = headers['webhook-signature'].split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64')
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
  if (!isGood) throw new Error('La firma no coincide')
  return JSON.parse(rawBody)
}
