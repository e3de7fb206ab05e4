import { html, type Html } from '../../../core/http/html.ts'
import { code } from '../../../core/pages/guides.ts'
import { resolve, type Document, type Operation, type LocatedOperation, type Reply } from './document.ts'
import { fieldsOf, parameterRows, typeOf } from './fields.ts'
import { inline, json, paragraphs } from './text.ts'

export function operationView(document: Document, site: string, placed: LocatedOperation): Html {
  const { method, path, operation } = placed
  const isEvent = !path.startsWith('/')
  const replies = Object.entries(operation.responses).map(([status, reply]) => ({
    status,
    reply: resolve(document, reply),
  }))
  return html`
    <section id="${operation.operationId}">
      <h2><a href="#${operation.operationId}">${operation.summary}</a></h2>
      <p class="address">${methodBadge(method)} <code>${path}</code></p>
      ${paragraphs(operation.description)}
      ${parametersView(document, operation)}
      ${bodyView(operation)}
      ${!isEvent && html`<h3>Ejemplo</h3>${code(curlOf(site, placed))}`}
      <h3>Respuestas</h3>
      ${replies.filter(({ status }) => status < '300').map(({ status, reply }) => responseItem(status, reply))}
      <ul class="errors">
        ${replies
          .filter(({ status }) => status >= '300')
          .map(({ status, reply }) => html`<li><b>${status}</b> ${inline(reply.description)}</li>`)}
      </ul>
    </section>
  `
}

export const methodBadge = (method: string): Html =>
  html`<b class="method ${method.toLowerCase()}">${method}</b>`

function parametersView(document: Document, { parameters }: Operation): Html | null {
  if (parameters.length === 0) return null
  const all = parameters.map((parameter) => resolve(document, parameter))
  const places = [
    ['path', 'En la dirección'],
    ['query', 'En la consulta'],
    ['header', 'Cabeceras'],
  ] as const
  const parts = places.map(([place, title]) => {
    const here = all.filter((parameter) => parameter.in === place)
    return here.length > 0 && html`<h3>${title}</h3>${parameterRows(here)}`
  })
  return html`${parts}`
}

function bodyView({ requestBody }: Operation): Html | null {
  if (!requestBody) return null
  const kinds = Object.entries(requestBody.content)
  const [[, first]] = kinds as [(typeof kinds)[number]]
  return html`
    <h3>Cuerpo</h3>
    <p class="type">${kinds.map(([kind]) => kind).join(', ')}</p>
    ${fieldsOf(first.schema)}
  `
}

function responseItem(status: string, { description, content }: Reply): Html {
  const [kind, body] = Object.entries(content ?? {})[0] ?? []
  const title = html`<b>${status}</b> ${inline(description)}`
  if (!body) return html`<p>${title}</p>`
  const fields = fieldsOf(body.schema)
  return html`
    <details>
      <summary>${title}</summary>
      ${fields ?? html`<p class="type">${kind}: ${typeOf(body.schema)}</p>`}
      ${body.example !== undefined && code(json(body.example))}
    </details>
  `
}

function curlOf(site: string, { method, path, operation }: LocatedOperation): string {
  const { security, requestBody } = operation
  const body = requestBody?.content['application/json']?.example
  const file = requestBody?.content['multipart/form-data']
  const address = `${site}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())}`
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${address}`,
    security.length > 0 && '-H "Authorization: Bearer $VITRINA_KEY"',
    body !== undefined && '-H "Content-Type: application/json"',
    body !== undefined && `-d '${json(body).replaceAll("'", String.raw`'\''`)}'`,
    body === undefined && file && '-F file=@archivo',
  ]
    .filter(Boolean)
    .join(' \\\n  ')
}
