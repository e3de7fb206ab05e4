const whole = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } })
const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example })

export const headers = {
  'X-Request-Id': text('Identifica la solicitud: el que envió el cliente, o uno nuevo', '3f1c5b0e-9d5a-4a57'),
  'X-RateLimit-Limit': whole('Cuántas solicitudes caben en la ventana'),
  'X-RateLimit-Remaining': whole('Cuántas quedan en la ventana'),
  'Retry-After': { description: 'Segundos que hay que esperar', schema: { type: 'integer', minimum: 1 } },
  ETag: text(
    'La versión de lo que se leyó, para If-None-Match, y de un producto también para If-Match',
    '"q8Zt0n3mS1xk2YvB7cLr5w"',
  ),
  Location: text('La dirección de lo que se creó', '/api/v1/products/k3v9x2m7q4t8w1z5b6n0c8d2'),
  Allow: text('Los métodos que la dirección tiene', 'GET, HEAD'),
  'Idempotent-Replayed': text(
    '`true` cuando es la respuesta de una solicitud anterior con la misma clave',
    'true',
  ),
}

export const headersNamed = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const parameter = (name: string, description: string, example: string, lengths: object = {}) => {
  return { name, in: 'header', required: false, description, schema: { type: 'string', ...lengths }, example }
}

export const parameters = {
  'Service-Store': parameter(
    'Service-Store',
    'La tienda, por su id o su slug. Hace falta con una clave de cuenta que alcanza varias tiendas; con una clave de tienda sobra.',
    'cafe-antigua',
  ),
  'Idempotency-Key': parameter(
    'Idempotency-Key',
    'Hace que repetir la solicitud sea seguro: durante 24 horas, la misma clave con el mismo cuerpo da la primera respuesta.',
    '0f8b6a52-6c1e-4e0c-9a57-7d1f2b3c4d5e',
    { minLength: 1, maxLength: 255 },
  ),
  'If-None-Match': parameter(
    'If-None-Match',
    'El ETag de la última lectura: si nada cambió, la respuesta es 304 sin cuerpo.',
    '"q8Zt0n3mS1xk2YvB7cLr5w"',
  ),
  'If-Match': parameter(
    'If-Match',
    'El ETag de la lectura en que se basa el cambio: si alguien cambió el recurso desde entonces, la ' +
      'respuesta es 412 y nada cambia. Sin esta cabecera gana el último que escribe.',
    '"q8Zt0n3mS1xk2YvB7cLr5w"',
  ),
}
