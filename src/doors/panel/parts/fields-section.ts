import { html } from '../../../core/http/html.ts'
import type { Wording } from '../../../core/texts/text.ts'
import type { Part } from './field.ts'
import { section } from './list.ts'

export const fieldsSection = (title: Wording, parts: readonly Part[], id?: string): Part => ({
  parts,
  around: (fields) => section(title, html`<div class="fields">${fields}</div>`, id),
})
