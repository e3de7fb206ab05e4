import { html, type Html } from '../../../core/http/html.ts'
import type { Language } from '../../../core/texts/language.ts'
import { t, wordingIn, type Localized, type Wording } from '../../../core/texts/text.ts'
import { fold } from '../../../core/values/text.ts'
import { storePage, type StoreContext } from '../page.ts'
import { icon } from '../parts/icon.ts'
import { emptyState } from '../parts/list.ts'
import { inside, sectionsFor, type Section } from '../sections.ts'
import { pageWords } from './page-words.ts'
import { canLeaveTeam } from '../team/leave-team-page.ts'

const MAX_SEARCH = 60

type Entry = Pick<Section, 'label' | 'icon'> & { href: string; words?: Localized | undefined }

export const morePage = storePage({
  path: '/mas',
  async show(context) {
    const search = (context.query['q'] ?? '').slice(0, MAX_SEARCH)
    const found = await (search.trim() === '' ? everything(context) : results(context, search))
    return {
      title: t('Más'),
      main: html`
        <live-search>
          <form class="filter" action="${context.base}/mas" role="search">
            <input type="search" name="q" value="${search}" maxlength="${MAX_SEARCH}" autocomplete="off"
              placeholder="${t('Envíos, horario, contraseña…')}" aria-label="${t('Buscar en el panel')}"
              ${context.query['q'] === '' && html` autofocus`}>
            <button class="button ghost" aria-label="${t('Buscar')}">${icon('search')}</button>
          </form>
          <div id="found">${found}</div>
        </live-search>
        <form method="post" action="/panel/salir" class="one-button">
          <button class="button ghost wide">${icon('exit')} ${t('Salir')}</button>
        </form>
      `,
    }
  },
})

const everything = async (context: StoreContext): Promise<Html> => html`
  ${sectionsFor(context.can).map(({ label, sections }) =>
    group(
      label,
      sections.map((one) => entryOf(context, one)),
    ),
  )}
  ${group(t('Tú'), await ofThePerson(context))}
`

async function results(context: StoreContext, search: string): Promise<Html> {
  const { base, can, request } = context
  const sections = [
    ...sectionsFor(can).flatMap((one) => one.sections),
    ...inside.filter(({ needs }) => can(needs)),
  ]
  const all = [...sections.map((one) => entryOf(context, one)), ...(await ofThePerson(context))]
  const wanted = wordsOf(search)
  const found = all.filter((entry) => isFound(entry, wanted, request.language))
  if (found.length > 0) return html`<ul class="list">${found.map((entry) => row(entry, entry.words))}</ul>`
  const query = new URLSearchParams({ q: search }).toString()
  return emptyState(
    'search',
    t('Ninguna página se llama así'),
    t('Prueba con otra palabra, o búscalo entre lo tuyo.'),
    html`
      <div class="buttons">
        ${can('orders:read') && html`<a class="button ghost" href="${base}/pedidos?${query}">${t('En pedidos')}</a>`}
        ${can('products:read') && html`<a class="button ghost" href="${base}/productos?${query}">${t('En productos')}</a>`}
        ${can('customers:read') && html`<a class="button ghost" href="${base}/clientes?${query}">${t('En clientes')}</a>`}
      </div>
    `,
  )
}

const entryOf = ({ base }: StoreContext, { path, ...section }: Section): Entry => ({
  ...section,
  href: base + path,
  words: pageWords[path],
})

const account: Entry[] = [
  {
    href: '/panel/cuenta',
    icon: 'user',
    label: t('Tu cuenta'),
    words: pageWords['/panel/cuenta'],
  },
  { href: '/panel/tiendas', icon: 'shop', label: t('Tus tiendas'), words: pageWords['/panel/tiendas'] },
]

const ofThePerson = async (context: StoreContext): Promise<Entry[]> => [
  ...account,
  ...((await canLeaveTeam(context))
    ? [{ href: `${context.base}/salir-del-equipo`, icon: 'team' as const, label: t('Salir del equipo') }]
    : []),
]

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** The shortest word of a page that a longer one is looked for by, as in the plural: `pago` for `pagos`. */
const MIN_STEM = 4

/** Whether each word begins one of the page's, or is a longer form of it. */
function isFound({ label, words }: Entry, wanted: string[], language: Language): boolean {
  const known = [label, words ?? ''].flatMap((text) => wordsOf(wordingIn(text, language)))
  return wanted.every((word) =>
    known.some((one) => one.startsWith(word) || (one.length >= MIN_STEM && word.startsWith(one))),
  )
}

const group = (label: Wording, entries: Entry[]): Html => html`
  <section class="more">
    <h2>${label}</h2>
    <ul class="list">${entries.map((entry) => row(entry))}</ul>
  </section>
`

const row = ({ href, icon: name, label }: Entry, words?: Wording): Html => html`
  <li>
    <a class="row" href="${href}">
      ${icon(name)}
      <span class="row-text"><b>${label}</b>${words && html`<small>${words}</small>`}</span>
      ${icon('next')}
    </a>
  </li>
`
