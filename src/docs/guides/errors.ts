import { html } from '../../core/http/html.ts'
import { knownErrors } from '../errors.ts'
import { code, type Guide } from '../guide.ts'

const reasons = [
  ['required', 'falta un campo obligatorio'],
  ['type', 'es de otro tipo'],
  ['format', 'no tiene el formato pedido (fecha, teléfono, dirección web)'],
  ['minimum, maximum', 'el número está fuera de rango'],
  ['min_length, max_length', 'el texto es muy corto o muy largo'],
  ['min_items, max_items', 'la lista es muy corta o muy larga'],
  ['pattern', 'tiene caracteres que no se admiten'],
  ['enum', 'no es uno de los valores posibles'],
  ['unknown_field', 'el cuerpo tiene un campo que no existe'],
  ['malformed_json', 'el cuerpo no es JSON'],
  ['not_found', 'nombra algo que no existe o que no está a la venta'],
  ['duplicate', 'se repite'],
  ['out_of_stock', 'no hay tantas: details.available dice cuántas quedan'],
  ['expired, inactive, exhausted', 'el código de descuento venció, no está activo o se agotó'],
  ['invalid', 'no es válido por otra causa; message la explica'],
] as const

export const errors: Guide = {
  slug: 'errores',
  title: 'Errores',
  summary: 'Todos tienen la misma forma: una frase para personas, un código para programas y sus detalles.',
  body: () => html`
    ${code(JSON.stringify(knownErrors[0]!.example, null, 2))}
    <p>
      Decide por el estado HTTP y por <code>code</code>, nunca por el texto de <code>error</code>. Cada respuesta lleva
      <code>X-Request-Id</code>: inclúyelo cuando escribas a soporte.
    </p>

    <h2>Códigos</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Códigos de error">
      <table>
        <thead>
          <tr>
            <th scope="col">HTTP</th>
            <th scope="col">code</th>
            <th scope="col">Causa</th>
            <th scope="col">Remedio</th>
          </tr>
        </thead>
        <tbody>
          ${knownErrors.map(
            ({ status, code, cause, remedy }, n) => html`<tr id="${anchorOf(n)}">
              <td>${status}</td>
              <td>${code ? html`<code>${code}</code>` : html`sin código; <code>error</code> es <code>payment_required</code>`}</td>
              <td>${cause}</td>
              <td>${remedy}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>

    <h2>Razones de un error de validación</h2>
    <p>
      <code>details.field</code> y <code>details.reason</code> dicen el primer problema; <code>details.issues</code>, todos,
      cada uno con su <code>message</code> en español.
    </p>
    <dl>
      ${reasons.map(
        ([reason, meaning]) => html`<dt><code>${reason}</code></dt>
          <dd>${meaning}</dd>`,
      )}
    </dl>

    <h2>Qué se revisa primero</h2>
    <p>
      La dirección (404) y el método (405), la clave (401), el límite (429), la tienda (400 <code>store_required</code>,
      403), el pago (402), el permiso y el plan (403), el cuerpo (415, 413, JSON), los campos (400), y al final lo propio de
      la operación (404, 409).
    </p>

    <h2>Qué conviene repetir</h2>
    <p>
      429 y 503, tras los segundos de <code>Retry-After</code>; 500, con espera creciente. Un POST, siempre con la misma
      <code>Idempotency-Key</code>. Los demás errores dan lo mismo si se repiten.
    </p>
  `,
}

/** A code of two statuses is linked to its first entry. */
function anchorOf(n: number): string {
  const { status, code } = knownErrors[n]!
  const isFirst = knownErrors.findIndex((error) => error.code === code) === n
  return code === null ? `http-${status}` : isFirst ? code : `${code}-${status}`
}
