import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { closed } from '../../../test/answers.ts'
import { startService } from '../../../test/service.ts'
import { inSpanish } from '../../core/texts/text.ts'
import type { Order } from '../../features/orders/order.ts'
import type { Report } from '../../features/stats/stats.ts'
import { openapiOf } from './openapi.ts'
import { toSteps, type OnboardingStep, type Progress } from '../../features/onboarding/onboarding.ts'
import { ROLE_PERMISSIONS } from '../../core/auth/roles.ts'
import { themeSchema } from '../../features/themes/theme.ts'
import { responseExamples } from './examples.ts'

const service = await startService()
const document = openapiOf(service.app)

type Media = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }
type Operation = {
  operationId: string
  tags: string[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { $ref?: string; content?: Record<string, Media> }>
}

const operations = Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method} ${path}`,
    operation: operation as Operation,
  })),
)

suite('GET /api/v1/openapi.json', () => {
  test('describes the API without a key', async () => {
    const { status, json, headers } = await service.get('/api/v1/openapi.json')
    assert.equal(status, 200)
    assert.equal(json.openapi, '3.1.0')
    assert.partialDeepStrictEqual(json, { info: { version: '1.0.0' } })
    assert.equal(headers.get('cache-control'), 'public, max-age=300')
    assert.deepEqual(json, JSON.parse(JSON.stringify(document)))
  })

  test('is cached, and has an ETag with 304', async () => {
    const etag = (await service.get('/api/v1/openapi.json')).headers.get('etag')!
    const again = await service.get('/api/v1/openapi.json', undefined, { 'if-none-match': etag })
    assert.deepEqual([again.status, again.text], [304, ''])
  })

  test('has every endpoint of the API, and nothing else', () => {
    const addresses = [...service.app.knownRoutes.keys()].filter((url) => url.startsWith('/api/'))
    assert.deepEqual(
      Object.keys(document.paths).toSorted(),
      addresses.map((url) => url.replaceAll(/:(\w+)/g, '{$1}')).toSorted(),
    )
  })

  test('has each operation once, in a described tag', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    assert.equal(new Set(names).size, names.length)
    const groups = new Set(document.tags.map(({ name }) => name))
    for (const { name, operation } of operations.filter(({ operation: { tags } }) => tags)) {
      for (const tag of operation.tags) assert.ok(groups.has(tag), `${name}: ${tag}`)
    }
  })

  test('has no custom keywords', () => {
    assert.doesNotMatch(JSON.stringify(document), /"(phone|instant|maxBytes)":(true|\d)|"text":"(one|many)"/)
  })

  test('has examples that are valid by its schemas, without additional fields', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    ;(formats as unknown as (ajv: Ajv2020) => void)(ajv)
    ajv.addSchema(closed(JSON.parse(JSON.stringify(document))) as object, 'vitrina')
    for (const { name, operation } of operations) {
      for (const [where, { schema, examples }] of mediaOf(operation)) {
        const text = JSON.stringify(closed(schema)).replaceAll('"#/', '"vitrina#/')
        const check = ajv.compile(JSON.parse(text))
        for (const example of examples) {
          assert.ok(
            check(example),
            `${name} ${where}: ${ajv.errorsText(check.errors)} ${JSON.stringify(example)}`,
          )
        }
      }
    }
  })

  test('has examples with correct sums', () => {
    const of = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
    const { data: order } = responseExamples['getOrder'] as { data: Order }
    const { data: report } = responseExamples['getSalesReport'] as { data: Report }
    assert.equal(order.subtotal, of(order.items.map(({ quantity, unitPrice }) => quantity * unitPrice)))
    assert.equal(order.total, order.subtotal - order.discount!.amount + order.shippingOption!.price)
    const [quetzales] = report.currencies
    const days = report.dailyCompleted
    assert.equal(of(days.map(({ orders }) => orders)), quetzales!.completedOrders)
    assert.equal(of(days.map(({ confirmedRevenue }) => Number(confirmedRevenue))), 2684.5)
    assert.equal(quetzales!.confirmedRevenue, '2684.50')
  })

  test('has examples with the settings, permissions and steps that the service sends', () => {
    const dataOf = <T>(name: string) => (responseExamples[name] as { data: T }).data
    assert.deepEqual(dataOf<{ schema: object }>('getTheme').schema, inSpanish(themeSchema('barro')))
    assert.deepEqual(dataOf<{ rolePermissions: object }>('getTeam').rolePermissions, ROLE_PERMISSIONS)
    const { steps } = dataOf<{ steps: OnboardingStep[] }>('getOnboarding')
    const progress = Object.fromEntries(steps.map(({ id, done }) => [id, done])) as Progress
    assert.deepEqual(steps, inSpanish(toSteps(progress, null, 'https://vitrina.example')))
  })
})

function mediaOf({ requestBody, responses }: Operation) {
  const parts = [['body', requestBody] as const, ...Object.entries(responses)]
  return parts.flatMap(([where, part]) => {
    const media = resolve(part)?.content?.['application/json']
    if (!media) return []
    const examples = media.examples
      ? Object.values(media.examples).map(({ value }) => value)
      : [media.example]
    return [[where, { schema: media.schema, examples }] as const]
  })
}

function resolve(part: { $ref?: string; content?: Record<string, Media> } | undefined) {
  const name = part?.$ref?.split('/').at(-1)
  return name ? (document.components.responses[name] as { content?: Record<string, Media> }) : part
}
