import { Type, type Static } from 'typebox'
import { Nullable } from '../../core/http/schema.ts'
import { isColour } from './colour.ts'
import type { Saved } from './saved.ts'
import { inSpanish, t, type Localized } from '../../core/texts/text.ts'

const Value = Type.Unsafe<string | number | null>({ type: ['string', 'number', 'null'] })

const Setting = Type.Object({
  id: Type.String(),
  type: Type.Enum(['color', 'select', 'range', 'text', 'image']),
  label: Type.String(),
  default: Value,
  options: Type.Optional(Type.Array(Type.Object({ value: Type.String(), label: Type.String() }))),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  step: Type.Optional(Type.Number()),
})
type Setting = Shown<Static<typeof Setting>>

/** With its words in the language of who reads them. */
type Shown<S extends { label: string; options?: { value: string; label: string }[] }> = Omit<
  S,
  'label' | 'options'
> & { label: Localized; options?: { value: string; label: Localized }[] }

const Values = Type.Record(Type.String(), Value, { description: 'El valor de cada ajuste' })
type Values = Static<typeof Values>

const summary = {
  id: Type.String({ examples: ['barro'] }),
  name: Type.String(),
  version: Type.String({ examples: ['1.0.0'] }),
  isActive: Type.Boolean(),
  hasDraft: Type.Boolean(),
  updatedAt: Type.String({ format: 'date-time' }),
}

export const ThemeSummary = Type.Object(summary, { description: 'Tema en una lista' })
export type ThemeSummary = Static<typeof ThemeSummary>

export const Theme = Type.Object(
  {
    ...summary,
    schema: Type.Object({
      groups: Type.Array(
        Type.Object({ id: Type.String(), name: Type.String(), settings: Type.Array(Setting) }),
      ),
    }),
    published: Values,
    draft: Nullable(Values),
    draftUpdatedAt: Nullable(Type.String({ format: 'date-time' })),
  },
  { description: 'Tema completo, con sus ajustes' },
)
export type Theme = Static<typeof Theme>

export const themeIds = ['barro', 'lino', 'tinta'] as const
export type ThemeId = (typeof themeIds)[number]

export type ThemeSettings = {
  theme: ThemeId
  accent: string
  mode: 'auto' | 'light' | 'dark'
  font: 'serif' | 'humanist' | 'grotesque'
  density: 'airy' | 'dense'
  ratio: 'square' | 'portrait' | 'tall'
  corners: number
  logoUrl: string | null
  bannerUrl: string | null
  bannerTitle: string | null
  bannerText: string | null
}

type BuiltIn = { name: string; version: string; defaults: Omit<ThemeSettings, 'theme'> }

const noPictures = { logoUrl: null, bannerUrl: null, bannerTitle: null, bannerText: null }

/**
 * Barro: fired clay on cream; editorial, with large pictures. Lino: a tablecloth and leaf; food, a menu by sections.
 * Tinta: ink on white; dense, for many products.
 */
const builtIn: Record<ThemeId, BuiltIn> = {
  barro: {
    name: 'Barro',
    version: '1.0.0',
    defaults: {
      accent: '#a8472a', mode: 'auto', font: 'serif', density: 'airy', ratio: 'tall', corners: 2, ...noPictures,
    }, // prettier-ignore
  },
  lino: {
    name: 'Lino',
    version: '1.0.0',
    defaults: {
      accent: '#2f6b4f', mode: 'auto', font: 'humanist', density: 'airy', ratio: 'square', corners: 14, ...noPictures,
    }, // prettier-ignore
  },
  tinta: {
    name: 'Tinta',
    version: '1.0.0',
    defaults: {
      accent: '#2440c8', mode: 'auto', font: 'grotesque', density: 'dense', ratio: 'square', corners: 0, ...noPictures,
    }, // prettier-ignore
  },
}

export const DEFAULT_THEME: ThemeId = 'barro'

export const isThemeId = (id: string): id is ThemeId => (themeIds as readonly string[]).includes(id)

export function themeSchema(id: ThemeId) {
  const { defaults } = builtIn[id]
  const setting = (id: keyof typeof defaults, rest: Omit<Setting, 'id' | 'default'>): Setting => {
    return { id, ...rest, default: defaults[id] }
  }
  return {
    groups: [
      {
        id: 'colours',
        name: t('Colores'),
        settings: [
          setting('accent', { type: 'color', label: t('Color de la marca') }),
          setting('mode', { type: 'select', label: t('Modo oscuro'), options: modes }),
        ],
      },
      {
        id: 'type',
        name: t('Letra'),
        settings: [setting('font', { type: 'select', label: t('Letra de los títulos'), options: fonts })],
      },
      {
        id: 'brand',
        name: t('Marca'),
        settings: [
          setting('logoUrl', { type: 'image', label: t('Logotipo') }),
          setting('bannerUrl', { type: 'image', label: t('Foto de portada') }),
          setting('bannerTitle', { type: 'text', label: t('Título de la portada'), max: 80 }),
          setting('bannerText', { type: 'text', label: t('Texto de la portada'), max: 240 }),
        ],
      },
      {
        id: 'layout',
        name: t('Disposición'),
        settings: [
          setting('density', { type: 'select', label: t('Espacio entre productos'), options: densities }),
          setting('ratio', { type: 'select', label: t('Forma de las fotos'), options: ratios }),
          setting('corners', { type: 'range', label: t('Esquinas redondeadas'), min: 0, max: 24, step: 2 }),
        ],
      },
    ],
  }
}

const modes = [
  { value: 'auto', label: t('Según el teléfono') },
  { value: 'light', label: t('Siempre claro') },
  { value: 'dark', label: t('Siempre oscuro') },
]
const fonts = [
  { value: 'serif', label: t('Clásica, como de libro') },
  { value: 'humanist', label: t('Redonda y suave') },
  { value: 'grotesque', label: t('Firme y moderna') },
]
const densities = [
  { value: 'airy', label: t('Amplio') },
  { value: 'dense', label: t('Compacto') },
]
const ratios = [
  { value: 'square', label: t('Cuadrada') },
  { value: 'portrait', label: t('Vertical') },
  { value: 'tall', label: t('Vertical alta') },
]

export function themeSettingsOf(theme: ThemeId, saved: Record<string, unknown> | null): ThemeSettings {
  const values: Record<string, unknown> = { theme }
  for (const setting of themeSchema(theme).groups.flatMap(({ settings }) => settings)) {
    const value = saved?.[setting.id]
    values[setting.id] = value !== undefined && allows(setting, value) ? value : setting.default
  }
  return values as ThemeSettings
}

export function allows(setting: Setting, value: unknown): boolean {
  switch (setting.type) {
    case 'color':
      return typeof value === 'string' && isColour(value)
    case 'select':
      return setting.options!.some((option) => option.value === value)
    case 'range':
      return (
        typeof value === 'number' && value >= setting.min! && value <= setting.max! && Number.isInteger(value)
      )
    case 'text':
      return (
        value === null || (typeof value === 'string' && value.length <= setting.max! && value.isWellFormed())
      )
    case 'image':
      return value === null || (typeof value === 'string' && value.length <= 2048 && isPicture(value))
  }
}

const isPicture = (url: string) => URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol)

/** A theme in a list. Where none is chosen, the first one is active. */
export function toSummary(id: ThemeId, { rows, storeSince }: Saved): ThemeSummary {
  const row = rows.find((row) => row.id === id)
  const active = rows.find(({ isActive }) => isActive)?.id ?? DEFAULT_THEME
  return {
    id,
    name: builtIn[id].name,
    version: builtIn[id].version,
    isActive: id === active,
    hasDraft: row != null && row.draft !== null,
    updatedAt: row?.updatedAt ?? storeSince,
  }
}

export function toTheme(id: ThemeId, saved: Saved): Theme {
  const row = saved.rows.find((row) => row.id === id)
  return {
    ...toSummary(id, saved),
    schema: inSpanish(themeSchema(id)),
    published: valuesOf(id, row?.published ?? null),
    draft: row?.draft ? valuesOf(id, row.draft) : null,
    draftUpdatedAt: row?.draft ? row.draftUpdatedAt : null,
  }
}

function valuesOf(id: ThemeId, saved: Record<string, unknown> | null): Values {
  const { theme: _theme, ...values } = themeSettingsOf(id, saved)
  return values
}
