import { Type, type Static } from 'typebox'
import { Nullable } from '../../core/http/schema.ts'
import { locales } from '../../core/texts/language.ts'
import { Formatted, t, type Localized, type Wording } from '../../core/texts/text.ts'
import type { DomainState } from '../domains/domain.ts'
import type { Plan } from '../stores/store.ts'

type Kind = {
  title: Wording
  isPaid: boolean
  field: string
  label: Localized
}

/** What can be connected to a store. Meta and Google fetch the catalog from its URL, so no credential of theirs is needed. */
const connections = {
  whatsapp: { title: 'WhatsApp', isPaid: false, field: 'whatsappNumber', label: t('el número de WhatsApp') },
  meta_pixel: {
    title: t('Píxel de Meta'),
    isPaid: false,
    field: 'pixelId',
    label: t('el identificador del píxel'),
  },
  google_analytics: {
    title: 'Google Analytics',
    isPaid: false,
    field: 'measurementId',
    label: t('el identificador de medición'),
  },
  meta_catalog: {
    title: t('Catálogo de Meta'),
    isPaid: true,
    field: 'catalogId',
    label: t('el identificador del catálogo'),
  },
  google_merchant: {
    title: 'Google Merchant',
    isPaid: true,
    field: 'merchantId',
    label: t('el identificador de Merchant Center'),
  },
  custom_domain: { title: t('Dominio propio'), isPaid: true, field: 'domain', label: t('el dominio') },
} satisfies Record<string, Kind>
export type ConnectionId = keyof typeof connections

export const connectionIds = Object.keys(connections) as ConnectionId[]

export const kindOf = (id: ConnectionId): Kind => connections[id]

/** The id itself of a kind that there is no more. */
export const connectionTitle = (id: string): Wording => (connections as Record<string, Kind>)[id]?.title ?? id

export const Connection = Type.Object(
  {
    id: Type.Enum(connectionIds),
    state: Type.Enum(['off', 'partial', 'full', 'paused', 'degraded'], {
      description:
        'off: nada guardado; partial: faltan datos; full: completa; paused: en pausa; degraded: completa, pero su último uso falló',
    }),
    hint: Nullable(Type.String({ description: 'Qué falta o qué falló' })),
    availableOnCurrentPlan: Type.Boolean(),
  },
  { description: 'Conexión guardada' },
)
export type Connection = Static<typeof Connection>

/** For people, in their language. A hint that is a string is what WhatsApp said of a notice, as it is stored. */
export type ShownConnection = Omit<Connection, 'hint'> & { hint: Wording | null }

/** The names of the fields that are saved, never their values. */
export type SavedConnection = {
  id: ConnectionId
  fields: string[]
  isPaused: boolean
  lastError: Wording | null
  /** When a provider last read the feed, or a shopper's browser got the provider's script. */
  usedAt: string | null
  updatedAt: string | null
  domain: { state: DomainState; isDegraded: boolean; hint: Localized | null } | null
}

/** @param canNotify whether the service sends notices by WhatsApp */
export function toConnection(
  saved: SavedConnection | undefined,
  { id, plan, canNotify }: { id: ConnectionId; plan: Plan; canNotify: boolean },
): ShownConnection {
  const availableOnCurrentPlan = !kindOf(id).isPaid || plan !== 'free'
  const [state, hint] = saved ? stateOf(saved, canNotify) : (['off', null] as const)
  return { id, state, hint, availableOnCurrentPlan }
}

type Shown = readonly [Connection['state'], hint: Wording | null]

function stateOf(saved: SavedConnection, canNotify: boolean): Shown {
  const { id, fields, isPaused, lastError } = saved
  if (fields.length === 0) return ['off', null]
  if (isPaused) return ['paused', t('En pausa: reactívala cuando quieras volver a usarla')]
  const { field, label } = kindOf(id)
  if (!fields.includes(field)) return ['partial', t('Falta completar: {label}', { label })]
  if (lastError !== null) return ['degraded', lastError]
  if (id === 'whatsapp' && !canNotify) return ['partial', withoutNotices]
  if (id === 'custom_domain') return stateOfDomain(saved)
  return isFeed(id) ? stateOfFeed(saved) : ['full', null]
}

const withoutNotices = t(
  'Este servicio no envía avisos por WhatsApp: los pedidos te llegan igual por el enlace que abre quien compra, y quedan en el panel',
)

export const isFeed = (id: string): id is 'meta_catalog' | 'google_merchant' =>
  id === 'meta_catalog' || id === 'google_merchant'

function stateOfDomain({ domain }: SavedConnection): Shown {
  if (!domain) return ['partial', t('En un minuto miramos si los registros están')]
  const { state, isDegraded, hint } = domain
  if (state === 'claimed') return ['partial', hint]
  return [isDegraded || state === 'redirecting' ? 'degraded' : 'full', hint]
}

const DAY = 24 * 3600 * 1000
const MAX_SILENCE = 7 * DAY

function stateOfFeed({ usedAt, updatedAt }: SavedConnection): Shown {
  const silentFor = Date.now() - Math.max(Date.parse(usedAt ?? updatedAt!), Date.parse(updatedAt!))
  const last = usedAt
    ? t('Leyeron tus productos por última vez {when}', { when: ago(usedAt) })
    : t('Todavía nadie leyó tus productos por la dirección de esta conexión')
  if (silentFor < MAX_SILENCE) return ['full', last]
  return ['degraded', t('{last}: revisa que allá esté la dirección que ves aquí', { last })]
}

const ago = (instant: string) =>
  new Formatted((language) => agoBy(new Intl.RelativeTimeFormat(locales[language]), instant))

function agoBy(relative: Intl.RelativeTimeFormat, instant: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(instant)) / 60_000))
  if (minutes < 60) return relative.format(-minutes, 'minute')
  return minutes < 24 * 60
    ? relative.format(-Math.floor(minutes / 60), 'hour')
    : relative.format(-Math.floor(minutes / 60 / 24), 'day')
}
