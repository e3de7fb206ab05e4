import { Type } from 'typebox'
import { Nullable } from '../../core/http/schema.ts'

const sentence = Type.String({ description: 'Qué pasó, en español, para mostrar a una persona' })

const available = Type.Optional(Type.Integer({ description: 'Con `out_of_stock`: cuántas unidades quedan' }))
const group = Type.Optional(
  Type.String({
    description: 'Con `min_items` o `max_items` en `items.N.modifiers`: de qué grupo de extras',
  }),
)

const minimum = Type.Optional(
  Type.Integer({ description: 'Con `minimum` en `items.N.quantity`: el mínimo del producto' }),
)
const step = Type.Optional(
  Type.Integer({ description: 'Con `invalid` en `items.N.quantity`: de a cuántas se vende el producto' }),
)

const opensAt = Type.Optional(
  Nullable(
    Type.String({
      format: 'date-time',
      description: 'Con `closed`: desde cuándo se vende; nulo si no tiene horario ninguno',
    }),
  ),
)

const bounds = { available, group, minimum, step, opensAt }

const Issue = Type.Object({
  field: Type.String({ description: 'Ruta con puntos, por ejemplo items.0.quantity' }),
  reason: Type.String({ description: 'Por qué se rechaza, para programas' }),
  message: Type.String({ description: 'Por qué se rechaza, para personas' }),
  ...bounds,
})

export const ApiErrorBody = Type.Object(
  {
    error: sentence,
    code: Type.String({ description: 'Qué pasó, para programas' }),
    details: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'Datos propios de cada código' }),
    ),
  },
  { title: 'Error', description: 'El sobre de todos los errores' },
)

export const ValidationErrorBody = Type.Object(
  {
    error: sentence,
    code: Type.Literal('VALIDATION_ERROR'),
    details: Type.Object({
      field: Type.String({ description: 'El primer campo rechazado' }),
      reason: Type.String({ description: 'Por qué' }),
      issues: Type.Array(Issue, { minItems: 1, description: 'Todo lo que se encontró' }),
      ...bounds,
    }),
  },
  { title: 'ValidationError', description: 'Error de validación: dice qué campo y por qué' },
)

export const PaymentRequiredBody = Type.Object(
  {
    error: Type.Literal('payment_required'),
    message: sentence,
    state: Type.Literal('suspended'),
    upgradeUrl: Type.String({ description: 'Dónde paga el dueño de la tienda' }),
  },
  { title: 'PaymentRequired', description: 'Tienda suspendida por falta de pago' },
)

export const PlanRequiredBody = Type.Object(
  {
    error: Type.Literal('plan_required'),
    code: Type.Literal('PLAN_REQUIRED'),
    message: sentence,
    feature: Type.Enum(['advancedAnalytics', 'reviewModeration'], { description: 'La función de pago' }),
    upgradeUrl: Type.String({ description: 'Dónde se contrata un plan' }),
  },
  { title: 'PlanRequired', description: 'La operación necesita un plan de pago' },
)

export const PlanLimitBody = Type.Object(
  {
    error: Type.Literal('plan_limit_reached'),
    code: Type.Literal('PLAN_LIMIT_REACHED'),
    message: sentence,
    resource: Type.String({ description: 'De qué hay demasiado' }),
    limit: Type.Integer({ description: 'Cuántos permite el plan' }),
    used: Type.Integer({ description: 'Cuántos hay' }),
    upgradeUrl: Type.String({ description: 'Dónde se contrata un plan' }),
  },
  { title: 'PlanLimitReached', description: 'El plan de la tienda no permite más' },
)
