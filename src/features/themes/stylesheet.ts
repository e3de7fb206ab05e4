import { createHash } from 'node:crypto'
import type { App } from '../../core/http/app.ts'
import { notFound } from '../../core/errors/errors.ts'
import { contrast, readableOn } from './colour.ts'
import { isThemeId, type ThemeSettings, type ThemeId } from './theme.ts'
import { t } from '../../core/texts/text.ts'

/** The background colours of `base.css`: page and surface, light and dark. */
const backgrounds: Record<ThemeId, { light: string[]; dark: string[] }> = {
  barro: { light: ['#faf5ec', '#fffdf8', '#f0e7d9'], dark: ['#1a1512', '#251e19', '#312822'] },
  lino: { light: ['#f4f5ef', '#ffffff', '#e6eae0'], dark: ['#131815', '#1c2320', '#27302b'] },
  tinta: { light: ['#ffffff', '#f6f6f3', '#ececea'], dark: ['#0f0f11', '#19191c', '#252529'] },
}

type Values = Pick<ThemeSettings, 'theme' | 'accent' | 'corners'>

export function stylesheetHref(settings: Values): string {
  return `/assets/theme/${settings.theme}-${settings.accent.slice(1).toLowerCase()}-${settings.corners}-${hashOf(stylesheet(settings))}.css`
}

/** The values of a theme that the stylesheet depends on, validated: a colour and a whole number. */
export function stylesheet({ theme, accent, corners }: Values): string {
  const { light, dark } = backgrounds[theme]
  const [onLight, onDark] = [readableOn(accent, light), readableOn(accent, dark)]
  const edge = (background: string, readable: string) =>
    contrast(accent, background) < 1.5 ? readable : accent
  const declarations = [
    `--accent:light-dark(${onLight},${onDark})`,
    `--fill:${accent.toLowerCase()}`,
    `--on-fill:${inkOn(accent)}`,
    `--fill-edge:light-dark(${edge(light[0]!, onLight)},${edge(dark[0]!, onDark)})`,
    `--corners:${corners}px`,
  ]
  return `:root{${declarations.join(';')}}`
}

export const inkOn = (accent: string) =>
  ['#ffffff', '#141414'].find((ink) => contrast(accent, ink) >= 4.5) ?? '#000000'

/** The accent as a text colour for each background; null when the chosen accent is readable as it is. */
export function readableAccent({ theme, accent }: Pick<Values, 'theme' | 'accent'>) {
  const readableAccent = (on: string[]) => {
    const painted = readableOn(accent, on)
    return painted === accent.toLowerCase() ? null : painted
  }
  return { light: readableAccent(backgrounds[theme].light), dark: readableAccent(backgrounds[theme].dark) }
}

/** The colours of a theme's thumbnail: page, surface, frames and accent in light mode. */
export function paletteOf({ theme, accent }: Pick<Values, 'theme' | 'accent'>) {
  const [page, surface, frame] = backgrounds[theme].light
  return {
    page: page!,
    surface: surface!,
    frame: frame!,
    accent: readableOn(accent, backgrounds[theme].light),
  }
}

export const backgroundColour = (theme: ThemeId, scheme: 'light' | 'dark') => backgrounds[theme][scheme][0]!

export function themeStylesheetRoute(app: App) {
  app.get<{ Params: { sheet: string } }>('/assets/theme/:sheet', {
    config: { nonIdParams: true },
    handler({ params }, reply) {
      const [, theme, accent, corners, hash] =
        /^([a-z]+)-([0-9a-f]{6})-(\d{1,2})-([\w-]+)\.css$/.exec(params.sheet) ?? []
      if (!theme || !isThemeId(theme) || Number(corners) > 24) throw notFound(t('La hoja de estilo'))
      const sheet = stylesheet({ theme, accent: `#${accent}`, corners: Number(corners) })
      reply
        .header('content-type', 'text/css; charset=utf-8')
        .header('cache-control', hash === hashOf(sheet) ? 'public, max-age=31536000, immutable' : 'no-cache')
      return sheet
    },
  })
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8)
