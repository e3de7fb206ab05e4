import { Type } from 'typebox'
import { operation } from '../../core/operations/operation.ts'
import type { Sql } from '../../core/database/db.ts'
import { dataOf, Nullable } from '../../core/http/schema.ts'
import { inSpanish } from '../../core/texts/text.ts'
import { OnboardingStep, toSteps, type Progress } from './onboarding.ts'

const Onboarding = Type.Object({
  storeId: Type.String(),
  state: Type.Literal('SAVED_GUIDE'),
  total: Type.Integer(),
  completed: Type.Integer(),
  nextStep: Nullable(OnboardingStep),
  steps: Type.Array(OnboardingStep),
  pending: Type.Array(OnboardingStep),
  canBeShown: Type.Boolean({
    description: 'Ningún paso indispensable está pendiente: la tienda ya se puede mostrar',
  }),
  visualVerification: Type.Literal('UNVERIFIED'),
})

export const getOnboarding = operation({
  id: 'getOnboarding',
  rest: 'GET /store/onboarding',
  scope: 'store:read',
  summary: 'Leer la guía de inicio',
  description: 'Los pasos para poner la tienda en marcha, según lo guardado. Leerla no cambia nada.',
  errors: ['NOT_FOUND'],
  response: { 200: dataOf(Onboarding) },
  async run({ sql, store, service }) {
    return { data: await readOnboarding(sql, store.id, `${service.panelUrl}/panel/t/${store.slug}`) }
  },
})

/** @param panel the address of the store's panel */
async function readOnboarding(sql: Sql, storeId: string, panel: string) {
  const [row] = await selectProgress(sql, storeId)
  return inSpanish(toGuide(row, storeId, panel))
}

export function toGuide({ progress, plainProduct }: ProgressRow, storeId: string, panel: string) {
  const steps = toSteps(progress, plainProduct, panel)
  const pending = steps.filter(({ done }) => !done)
  return {
    storeId,
    state: 'SAVED_GUIDE' as const,
    total: steps.length,
    completed: steps.length - pending.length,
    nextStep: pending[0] ?? null,
    steps,
    pending,
    canBeShown: !pending.some(({ blocking }) => blocking),
    visualVerification: 'UNVERIFIED' as const,
  }
}

/** `hasPaymentMethod` is no step: a shop may sell without one. */
export type ProgressRow = { progress: Progress; plainProduct: string | null; hasPaymentMethod: boolean }

/** Used as a query or as a subquery. A link counts as shared by the panel's buttons or a visit from elsewhere. */
export const selectProgress = (sql: Sql, storeId: string) => sql<[ProgressRow]>`
  with
    orders as (select exists (select 1 from orders where store_id = ${storeId}) as exist),
    photos as (
      select exists (
        select 1 from products where store_id = ${storeId} and image_url is not null and deleted_at is null
      ) as exist
    )
  select jsonb_build_object(
    'store_profile', coalesce(description, '') <> '',
    'whatsapp_number', whatsapp_number is not null,
    'first_product', exists (
      select 1 from products where store_id = ${storeId} and is_active and deleted_at is null
    ),
    'first_image', photos.exist,
    'shipping_option', exists (select 1 from shipping_options where store_id = ${storeId} and is_active),
    'share_link', shared_at is not null,
    'first_order', orders.exist
  ) as progress,
  case when not photos.exist then (
    select id
    from products
    where store_id = ${storeId} and is_active and deleted_at is null
    order by created_at desc, id desc
    limit 1
  ) end as plain_product,
  exists (select 1 from payment_methods where store_id = ${storeId}) as has_payment_method
  from stores, orders, photos
  where id = ${storeId}`
