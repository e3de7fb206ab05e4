import { t, type Wording } from '../../../core/texts/text.ts'
import { html, type Html } from '../../../core/http/html.ts'
import { icon } from './icon.ts'

type Search = {
  action: string
  placeholder: Wording
  label: Wording
  keep?: Record<string, string | undefined>
  /** Lists beside the text. */
  filters?: Html
}

export function searchForm(
  query: Record<string, string>,
  { action, placeholder, label, keep = {}, filters }: Search,
): Html {
  const hiddenFields = Object.entries(keep).map(
    ([name, value]) => value && html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`
    <form class="filter" action="${action}">
      ${hiddenFields}
      <input type="search" name="q" value="${query['q'] ?? ''}" maxlength="120" placeholder="${placeholder}"
        aria-label="${label}">
      ${filters}
      <button class="button ghost" aria-label="${t('Buscar')}">${icon('search')}</button>
    </form>
  `
}
