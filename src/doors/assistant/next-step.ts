import { isWriting, type Tool } from './tool.ts'
import { tools } from './tools.ts'
import { laterTools } from './tools/later.ts'

export type RestError = { error: string; code?: string; details?: Details }
type Details = {
  requiredScope?: string
  suggestion?: string
  allowed?: string[]
  issues?: { field: string; reason: string }[]
}

export function nextStep(tool: Tool, { error, code, details = {} }: RestError): string {
  const step = steps[code ?? error]
  return `Siguiente paso: ${step ? step(tool, details) : 'lee cómo está ahora y decide de nuevo.'}`
}

const again = 'repite la llamada.'
const pay = 'quien lleva la tienda puede pagar el plan en upgradeUrl.'

const steps: Record<string, (tool: Tool, details: Details) => string> = {
  VALIDATION_ERROR: (tool, { issues = [] }) => correct(tool, issues),
  NOT_FOUND: (tool) => `busca el id con ${listOf(tool)}; no lo inventes.`,
  FORBIDDEN: (_tool, { requiredScope }) =>
    requiredScope
      ? `pide a quien lleva la tienda una clave con el permiso ${requiredScope}; no repitas esta llamada.`
      : 'no repitas esta llamada: dile a quien lleva la tienda que esta clave o conexión no alcanza.',
  store_required: () => 'repite con store; el recurso vitrina://stores enumera las tiendas.',
  payment_required: () => `no repitas: ${pay}`,
  PLAN_REQUIRED: ({ name }) =>
    `no repitas: ${pay}${name === 'get_stats' ? ' Mientras, usa get_sales_report.' : ''}`,
  PLAN_LIMIT_REACHED: () => `no repitas: borra o desactiva algo de lo que ya hay, o ${pay}`,
  RATE_LIMIT_EXCEEDED: () => `espera esos segundos y ${again}`,
  INVALID_STATUS_TRANSITION: (_tool, { allowed = [] }) =>
    allowed.length > 0 ? `usa status=${allowed.join(' o status=')}.` : 'ninguno: este pedido ya no se mueve.',
  DUPLICATE_SLUG: (_tool, { suggestion }) =>
    `elige otro slug${suggestion ? `, por ejemplo ${suggestion}` : ''}.`,
  DUPLICATE_SKU: () => 'elige otro sku, o quítaselo al producto que dice details.',
  DUPLICATE_CODE: () => 'elige otro code, o cambia el que ya existe con update_discount.',
  CURRENCY_LOCKED: () => 'repite sin currency.',
  INTERNAL_ERROR: (tool) => retry(tool),
  SERVICE_UNAVAILABLE: (tool) => retry(tool),
}

function correct(tool: Tool, issues: { field: string; reason: string }[]): string {
  const unknown = issues.filter(({ reason }) => reason === 'unknown_field')
  const fields = [...new Set(issues.map(({ field }) => field))].slice(0, 10).join(', ')
  const category = issues.some(({ field, reason }) => field === 'categoryId' && reason === 'not_found')
  return [
    `corrige ${fields} como dice cada message de issues y ${again}`,
    ...(unknown.length > 0 ? [`Los argumentos de ${tool.name} son los de su esquema.`] : []),
    ...(category ? ['Las categorías están en list_categories.'] : []),
  ].join(' ')
}

function listOf({ operation: { path } }: Tool): string {
  const [base] = path.split('/:id')
  return (
    [...tools, ...laterTools].find(({ operation }) => operation.rest === `GET ${base}`)?.name ?? 'get_store'
  )
}

const retry = (tool: Tool) =>
  isWriting(tool)
    ? `espera un momento, mira si el cambio se hizo y, si no, ${again}`
    : `espera un momento y ${again}`
