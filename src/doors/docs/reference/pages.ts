import { html, type Html } from '../../../core/http/html.ts'
import { tags } from '../tags.ts'
import { eventsHref, groupHref, objectsHref } from './addresses.ts'
import { operationsOf, type Document, type LocatedOperation, type Schema } from './document.ts'
import { fieldsOf, typeOf } from './fields.ts'
import { methodBadge, operationView } from './operation.ts'
import { inline, paragraphs } from './text.ts'

type ReferencePage = { href: string; title: string; body: (document: Document, site: string) => Html }

const events = 'Eventos de webhooks'
const objects = 'Objetos'

const overview: ReferencePage = {
  href: '/docs',
  title: 'Referencia de la API',
  body: (document) => html`
    <h1>Referencia de la API</h1>
    ${paragraphs(document.info.description)}
    <p>
      La descripción completa, para programas: <a href="/api/v1/openapi.json">OpenAPI 3.1</a>. Los campos de cada recurso:
      <a href="${objectsHref}">${objects}</a>.
    </p>
    ${document.tags.map(({ name, description }) => listed(groupHref(name), name, description, operationsOf(document, name)))}
    ${listed(eventsHref, events, 'Lo que recibe la dirección de un webhook.', operationsOf(document, null))}
  `,
}

const listed = (
  href: string,
  name: string,
  description: string,
  operations: LocatedOperation[],
): Html => html`
  <h2><a href="${href}">${name}</a></h2>
  <p>${inline(description)}</p>
  ${operationList(operations, href)}
`

const operationList = (operations: LocatedOperation[], href: string): Html => html`
  <ul class="operations">
    ${operations.map(
      ({ method, path, operation }) => html`
        <li>
          <a href="${href}#${operation.operationId}">${operation.summary}</a>
          <span class="address">${methodBadge(method)} <code>${path}</code></span>
        </li>
      `,
    )}
  </ul>
`

const group = (tag: string | null, title: string, description: string, href: string): ReferencePage => ({
  href,
  title,
  body(document, site) {
    const operations = operationsOf(document, tag)
    return html`
      <h1>${title}</h1>
      <p class="lead">${inline(description)}</p>
      ${operationList(operations, '')}
      ${operations.map((placed) => operationView(document, site, placed))}
    `
  },
})

const objectsPage: ReferencePage = {
  href: objectsHref,
  title: objects,
  body: (document) => html`
    <h1>${objects}</h1>
    <p class="lead">Los recursos que las operaciones reciben y devuelven, con sus campos.</p>
    ${Object.entries(document.components.schemas).map(([name, part]) => {
      const schema = part as Schema
      return html`
        <section id="${name}">
          <h2><a href="#${name}">${name}</a></h2>
          ${schema.description && paragraphs(schema.description)}
          ${fieldsOf(schema) ?? html`<p class="type">${typeOf(schema)}</p>`}
        </section>
      `
    })}
  `,
}

export const referencePages: ReferencePage[] = [
  overview,
  ...tags.map(({ name, description }) => group(name, name, description, groupHref(name))),
  group(null, events, 'El cuerpo que Vitrina envía por POST a cada webhook suscrito.', eventsHref),
  objectsPage,
]
